/* The search location `loaded`: what this process has loaded under one of the SONAMEs.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/core/search.h"
#include <dlfcn.h>
#include <errno.h>

void lazynccl_location_loaded(struct lazynccl_search *s)
{
    for (int i = 0; s->sonames[i] && !is_over(s); i++) {
        const char *why;
        void *handle;

        errno = 0;
        handle = dlopen(s->sonames[i], LAZYNCCL_DLOPEN | RTLD_NOLOAD);
        why = handle ? NULL : dlerror(); /* not loaded: NULL, or a text in musl */
        if (why && (errno = lazynccl_dlopen_error(why, errno, 0)))
            lazynccl_give_up(s, s->sonames[i], errno);
        if (handle)
            lazynccl_take(s, handle, s->sonames[i]);
        else
            lazynccl_note(s, "no %s is loaded", s->sonames[i]);
        s->stop = handle != NULL; /* even if rejected: a second copy would be worse */
    }
}
