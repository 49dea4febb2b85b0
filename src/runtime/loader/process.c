/* This process, as the search looks at it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/loader/process.h"
#include "runtime/library/library.h"
#include "runtime/search/ldso_folders.h"
#include "runtime/search/objects.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

/* 1: a stand-in, which has the SONAME of what it searches for: ld.so would return the stand-in. */
#ifndef LAZYNCCL_STANDIN
#define LAZYNCCL_STANDIN 0
#endif

/* A copy of the environment's list. Another thread may replace the list at any time, which getenv()
 * would read for each variable anew; what the list points to stays. */
static char **copy_environment(struct lazynccl_arena *arena)
{
    char **list, **copy;
    size_t size;

    do {
        list = environ;
        for (size = 1; list && list[size - 1]; size++)
            ;
        copy = lazynccl_arena_take(arena, size * sizeof *copy);
        if (copy && list)
            memcpy(copy, list, (size - 1) * sizeof *copy);
        if (copy)
            copy[size - 1] = NULL; /* which another thread may just have overwritten */
    } while (copy && list != environ);
    return copy;
}

static const char *process_variable(const struct lazynccl_view *view, const char *name)
{
    size_t length = strlen(name);

    for (char **entry = view->environment; entry && *entry; entry++)
        if (strncmp(*entry, name, length) == 0 && (*entry)[length] == '=')
            return *entry + length + 1;
    return NULL;
}

static const char *path_at(const struct lazynccl_objects *loaded, const void *address)
{
    const struct lazynccl_object *object = address ? lazynccl_objects_at(loaded, address) : NULL;

    return object ? object->path : NULL;
}

/* The program as it was called: by a path, or found in PATH, which the kernel tells. */
static const char *called_as(void)
{
    const char *found = (const char *)getauxval(AT_EXECFN);
    const char *name = *program_invocation_name == '/' ? program_invocation_name : found;

    return name && *name == '/' ? name : NULL;
}

struct lazynccl_view lazynccl_view_of_process(const struct lazynccl_objects *loaded,
                                              const void *caller, struct lazynccl_arena *arena)
{
    return (struct lazynccl_view){.secure = getauxval(AT_SECURE) != 0,
                                  .variable = process_variable,
                                  .environment = copy_environment(arena),
                                  .module = path_at(loaded, lazynccl_libraries),
                                  .caller = path_at(loaded, caller),
                                  .program = called_as(),
                                  .objects = loaded,
                                  .walk = LAZYNCCL_STANDIN,
                                  .folders = lazynccl_ldso_folders};
}
