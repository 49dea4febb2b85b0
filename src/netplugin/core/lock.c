/* The lock for the search for plugins and for their init and finalize.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * After a fork, the thread that held the lock does not exist in the child. The child therefore
 * releases the lock and does without the plugin, whose init may be incomplete. */
#include "netplugin/core/core.h"
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_t owner; /* valid while `held` */
static int held;        /* atomic */

static void take(void)
{
    owner = pthread_self();
    __atomic_store_n(&held, 1, __ATOMIC_RELEASE);
}

void lazynccl_net_lock(void)
{
    pthread_mutex_lock(&mutex);
    take();
}

int lazynccl_net_try_lock(void)
{
    if (pthread_mutex_trylock(&mutex) != 0)
        return 0;
    take();
    return 1;
}

void lazynccl_net_unlock(void)
{
    __atomic_store_n(&held, 0, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&mutex);
}

/* Releases the lock in a child if a thread that does not exist there holds it. */
static void after_fork(void)
{
    if (pthread_mutex_trylock(&mutex) == 0) {
        pthread_mutex_unlock(&mutex);
        return;
    }
    if (__atomic_load_n(&held, __ATOMIC_ACQUIRE) && pthread_equal(owner, pthread_self()))
        return; /* the init of a plugin may fork */
    mutex = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    lazynccl_net_record_failure("no network plugin: the process forked while another thread was "
                                "in the plugin's init or finalize");
}

__attribute__((constructor)) static void start(void)
{
    pthread_atfork(NULL, NULL, after_fork);
}
