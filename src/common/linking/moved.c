/* Functions that glibc 2.34 moved into libc.so.6. A file that is linked on a newer system, without
 * the library that had them, does not load on an older one.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/linking/moved.h"
#include "common/text/strings.h"
#include <stddef.h>
#include <string.h>

static const struct {
    const char *library;
    const char *beginnings, *names; /* divided by '|' */
} moved[] = {
    {"librt.so.1", "shm_|mq_|timer_|aio_", "lio_listio"},
    {"libdl.so.2", "", "dlopen|dlsym|dlclose|dlerror|dladdr|dladdr1|dlinfo|dlvsym|dlmopen"},
    {"libpthread.so.0", "sem_|pthread_barrier_|pthread_rwlock_|pthread_spin_",
     "pthread_create|pthread_join|pthread_detach|pthread_once|pthread_key_create|"
     "pthread_key_delete|pthread_getspecific|pthread_setspecific|pthread_mutex_trylock|"
     "pthread_mutex_timedlock|pthread_cancel|pthread_kill|pthread_sigmask|pthread_setname_np|"
     "pthread_getname_np|pthread_setaffinity_np|pthread_tryjoin_np|pthread_timedjoin_np"},
    {"libutil.so.1", "", "openpty|forkpty|login_tty"},
};

const char *moved_from(const char *symbol)
{
    for (size_t i = 0; *symbol && i < sizeof moved / sizeof *moved; i++)
        if (strings_name(moved[i].names, symbol, strlen(symbol)) ||
            strings_length_of_first(moved[i].beginnings, symbol))
            return moved[i].library;
    return NULL;
}
