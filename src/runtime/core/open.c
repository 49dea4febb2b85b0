/* Opens candidates, and defines for small copies the functions that loader/accept.c calls.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/core/search.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int lazynccl_is_too_old(const struct lazynccl_search *s)
{
    return s->outcome->version < __atomic_load_n(&s->library->base->minimum, __ATOMIC_RELAXED);
}

/* Keeps the absolute path of the file: the program may change its working folder. */
LAZYNCCL_READS_LDSO
static void lazynccl_keep_path(struct lazynccl_search *s, void *handle)
{
    struct lazynccl_outcome *outcome = s->outcome;
    const char *real = *outcome->path != '/' ? realpath(outcome->path, NULL) : NULL;

    if (real && dlopen(real, LAZYNCCL_DLOPEN | RTLD_NOLOAD) == handle)
        outcome->path = real;
}

/* Notes why a candidate is not the library. */
static void lazynccl_refuse(struct lazynccl_search *s, const char *path, const char *why)
{
    const char *name = path, *colon = ": ";
    int mistake = 1;

    if (lazynccl_is_about(why, path)) { /* and not about a file that it needs */
        name = colon = "";
        if (strstr(why, strerror(ENOENT)))
            mistake = s->folder_named; /* missing is a mistake only in a named folder */
    }
    if (s->arena.error)
        mistake = 2;
    lazynccl_record(s, NULL, NULL); /* now a call in a signal handler may search */
    lazynccl_add_note(s, mistake, "%s%s%s", name, colon, why);
    lazynccl_note_not_there(s, path, mistake);
}

/* Opens a file or SONAME, and takes it if it is the library. */
static void lazynccl_consider(struct lazynccl_search *s, const char *path)
{
    if (is_over(s) || lazynccl_is_frozen())
        return;
    if (lazynccl_is_refused(s, path))
        return;
    lazynccl_record(s, path, NULL); /* constructors may call back */
    errno = 0;
    lazynccl_take(s, dlopen(path, LAZYNCCL_DLOPEN), path);
}

static void lazynccl_consider_only(struct lazynccl_search *s, const char *path)
{
    lazynccl_consider(s, path);
    s->stop = 1;
}

/* Keeps a handle's object in memory for good. Returns 0; -1: the program's, another namespace's. */
static int lazynccl_pin(void *handle)
{
    const struct link_map *map = lazynccl_map_of(handle);

    return map->l_name[0] && dlopen(map->l_name, LAZYNCCL_DLOPEN | RTLD_NOLOAD) == handle ? 0 : -1;
}
