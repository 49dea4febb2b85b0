/* What threads do that other threads, and a forked child, must know.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * Nothing here is thread-local: in a module that is opened late, the first touch of a thread-local
 * variable allocates, which ends the process if out of memory, and takes the dynamic linker's lock
 * before glibc 2.34. */
#pragma once

#include <stdint.h>

/* The runtime's only lock. A thread may take it again. It is held for microseconds; nothing is
 * allocated and no foreign code runs while it is held. fork() takes it, so that no child begins
 * with a lock held by a thread that it does not have. Keeps errno. */
void lazynccl_lock(void);
void lazynccl_unlock(void);

/* Something that a thread is in the middle of. It must be on the heap: a forked child still reads
 * the tasks of threads that it does not have. */
struct lazynccl_task {
    struct lazynccl_task *next;
    uintptr_t thread;
};

void lazynccl_task_begin(struct lazynccl_task *);
void lazynccl_task_end(struct lazynccl_task *);

/* The task of this thread that began before `last`, or its newest for NULL; NULL: there is none. */
struct lazynccl_task *lazynccl_task_before(const struct lazynccl_task *last);
