/* The search location `soname`: what ld.so finds, in place of `system`.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/small/search.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Refuses a SONAME if a relative element of a list leads to a file of that name at this moment. */
LAZYNCCL_NOINLINE static void refuse_relative(struct lazynccl_search *s, const char *soname,
                                              const char *variable, const char *list)
{
    const size_t size = strlen(soname) + 1;
    const char *end = "";

    for (list = list && *list ? list : NULL; list; list = *end ? end + 1 : NULL) {
        char path[1024] = {'.'};
        size_t length, folder;

        for (end = list; *end && *end != ':' && (*end != ';' || *variable != 'L'); end++)
            ;
        length = (size_t)(end - list);
        folder = length ? length : 1;
        if (*list == '/' || *list == '$')
            continue;
        if (folder + 1 + size < sizeof path) {
            memcpy(path, list, length);
            path[folder] = '/';
            memcpy(path + folder + 1, soname, size);
            if (access(path, F_OK) != 0)
                continue;
        }
        if (dlopen(soname, LAZYNCCL_DLOPEN | RTLD_NOLOAD)) /* ld.so returns it from any folder */
            return;
        lazynccl_note_mistake(s, "%s refused: the element '%.*s' of %s is relative", soname,
                              (int)length, list, variable);
        s->stop = 1;
    }
}

/* The same for the path in a module. `start`: where it begins in memory, or 0. Returns 1 if the
 * path of no other module counts. */
static int refuse_in_module(struct lazynccl_search *s, const char *soname, const ElfW(Dyn) *entry,
                            uintptr_t start)
{
    const char *strings = lazynccl_dynamic(entry, start, DT_STRTAB);
    int is_last = 0;

    for (; strings && entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_RPATH || entry->d_tag == DT_RUNPATH)
            refuse_relative(s, soname, "RUNPATH", strings + entry->d_un.d_val);
        if (entry->d_tag == DT_RUNPATH || entry->d_tag == DT_DEBUG) /* which programs have */
            is_last = 1;
    }
    return is_last;
}

int lazynccl_location_soname(struct lazynccl_search *s, int step)
{
    const char *soname = s->sonames[step];
#ifndef LAZYNCCL_WITHOUT_RELATIVE
    const struct link_map *program;

    refuse_relative(s, soname, "LD_LIBRARY_PATH", secure_getenv("LD_LIBRARY_PATH"));
    if (!refuse_in_module(s, soname, _DYNAMIC, (uintptr_t)__ehdr_start) &&
        (program = lazynccl_map_of(dlopen(NULL, RTLD_LAZY))))
        refuse_in_module(s, soname, program->l_ld, program->l_addr);
#endif
    if (!s->stop)
        lazynccl_consider(s, soname);
    return s->sonames[step + 1] != NULL;
}
