/* Knows which thread holds the lock, and what threads are in the middle of.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/search/threads.h"
#include "runtime/library/compiler.h"
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

/* Not a mutex with its owner beside it: a signal handler that interrupts a thread between the two
 * could not know that the thread has the mutex, and would wait for itself in fork(). */
static uintptr_t owner; /* pthread_self() of the thread that holds the lock; 0: none does */
static int nested;      /* how many more times the owner took it */
static struct lazynccl_task *tasks; /* newest first; under the lock */

static uintptr_t this_thread(void)
{
    return (uintptr_t)pthread_self();
}

#ifdef __GLIBC__
/* What pthread_atfork() calls: that itself is in a static part of libpthread before glibc 2.34. */
__attribute__((visibility("default"))) int
__register_atfork(void (*before)(void), void (*parent)(void), void (*child)(void), void *module);
extern void *__dso_handle LAZYNCCL_INTERNAL; /* dlclose() of this module unregisters them */
#else                                        /* musl closes nothing */
#define __register_atfork(before, parent, child, module) pthread_atfork(before, parent, child)
#endif

static void take_lock(void)
{
    uintptr_t self = this_thread(), expected = 0;
    int saved = errno, cancel;

    if (__atomic_load_n(&owner, __ATOMIC_RELAXED) == self) {
        nested++;
        return;
    }
    while (!__atomic_compare_exchange_n(&owner, &expected, self, 0, __ATOMIC_ACQUIRE,
                                        __ATOMIC_RELAXED)) {
        expected = 0;
        pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
        nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
        pthread_setcancelstate(cancel, NULL);
    }
    errno = saved;
}

/* A signal handler may come between any two of these steps: it finds the lock taken by this thread,
 * and leaves it so. */
static void give_lock(void)
{
    if (nested)
        nested--;
    else
        __atomic_store_n(&owner, 0, __ATOMIC_RELEASE);
}

/* The child has this thread alone. */
static void give_lock_in_child(void)
{
    for (struct lazynccl_task **at = &tasks; *at;)
        if ((*at)->thread == this_thread())
            at = &(*at)->next;
        else
            *at = (*at)->next;
    give_lock();
}

/* When this is loaded, because a fork that has begun may not notice what is registered later, and
 * before the lock is taken in an earlier constructor. */
__attribute__((constructor)) static void register_atfork(void)
{
    static int registered;

    if (__atomic_load_n(&registered, __ATOMIC_ACQUIRE))
        return;
    __register_atfork(take_lock, give_lock, give_lock_in_child,
                      __dso_handle); /* twice does no harm */
    __atomic_store_n(&registered, 1, __ATOMIC_RELEASE);
}

void lazynccl_lock(void)
{
    register_atfork();
    take_lock();
}

void lazynccl_unlock(void)
{
    give_lock();
}

void lazynccl_task_begin(struct lazynccl_task *task)
{
    lazynccl_lock();
    task->thread = this_thread();
    task->next = tasks;
    __atomic_store_n(&tasks, task, __ATOMIC_RELEASE);
    lazynccl_unlock();
}

void lazynccl_task_end(struct lazynccl_task *task)
{
    struct lazynccl_task **at = &tasks;

    lazynccl_lock();
    while (*at && *at != task)
        at = &(*at)->next;
    if (*at)
        __atomic_store_n(at, task->next, __ATOMIC_RELEASE);
    lazynccl_unlock();
}

struct lazynccl_task *lazynccl_task_before(const struct lazynccl_task *last)
{
    struct lazynccl_task *task;

    if (!__atomic_load_n(&tasks, __ATOMIC_ACQUIRE)) /* almost always */
        return NULL;
    lazynccl_lock();
    task = last ? last->next : tasks;
    while (task && task->thread != this_thread())
        task = task->next;
    lazynccl_unlock();
    return task;
}
