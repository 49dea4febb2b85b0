/* Faults on demand: the n-th allocation or system call of one thread fails. */
#ifndef FAILING_H
#define FAILING_H

/* The n-th malloc, calloc or realloc of this thread from now on fails; with `after` all later ones
 * fail as well. */
void failing_allocations(int n, int after);

/* The same for system calls that find, read and map files, including the dynamic linker's, which do
 * not go through libc. They fail with this error. May be used once in a process. */
void failing_calls(int n, int after, int error);

/* No more faults. Returns how many allocations or calls there were. */
int failing_stop(void);

#endif
