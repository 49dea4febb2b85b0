/* Faults on demand: the n-th allocation or system call of one thread fails.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef FAILING_H
#define FAILING_H

/* The n-th malloc, calloc or realloc of this thread from now on fails; with `after` all later ones
 * fail as well. */
void failing_allocations(int n, int after);

/* The same for system calls by which files are found, read and mapped, those of the
 * dynamic linker too, which do not go through libc. They fail with this error. Once a process. */
void failing_calls(int n, int after, int error);

/* No more faults. Returns how many allocations or calls there were. */
int failing_stop(void);

#endif
