/* The search location `soname`: what ld.so finds, in place of `system`.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/small/search.h"
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern const char __ehdr_start[] __attribute__((weak)); /* where the module of this copy begins */

/* Refuses a SONAME if a relative element of a list leads to a file of that name, from the folder in
 * which the process is now. */
LAZYNCCL_NOINLINE static void refuse_relative(struct lazynccl_search *s, const char *soname,
                                              const char *variable, const char *list)
{
    char path[1024];

    if (list && !*list)
        return;
    while (list) {
        int length = (int)strcspn(list, *variable == 'L' ? ":;" : ":");

        if (*list != '/' && *list != '$' &&
            (snprintf(path, sizeof path, "%.*s/%s", length ? length : 1, length ? list : ".",
                      soname) >= (int)sizeof path ||
             access(path, F_OK) == 0)) {
            lazynccl_note_mistake(s, "%s refused: the element '%.*s' of %s is relative", soname,
                                  length, list, variable);
            s->stop = 1;
        }
        list += length;
        list = *list ? list + 1 : NULL;
    }
}

/* The same for the path in a module. `start`: where it begins in memory, or 0. Returns 1 if the
 * path of no other module counts. */
static int refuse_in_module(struct lazynccl_search *s, const char *soname, const ElfW(Dyn) *entry,
                            uintptr_t start)
{
    uintptr_t strings = 0, path = 0;
    int is_last = 0;

    for (; entry && entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_STRTAB) /* where the section is read-only, it is not relocated */
            strings = entry->d_un.d_ptr + (entry->d_un.d_ptr < start ? start : 0);
        if (entry->d_tag == DT_RPATH || entry->d_tag == DT_RUNPATH)
            path = entry->d_un.d_val;
        if (entry->d_tag == DT_RUNPATH || entry->d_tag == DT_DEBUG) /* which programs have */
            is_last = 1;
    }
    if (path)
        refuse_relative(s, soname, "RUNPATH", (const char *)strings + path);
    return is_last;
}

int lazynccl_location_soname(struct lazynccl_search *s, int step)
{
    const char *soname = s->sonames[step];
#ifndef LAZYNCCL_WITHOUT_RELATIVE
    struct link_map *program;

    refuse_relative(s, soname, "LD_LIBRARY_PATH", secure_getenv("LD_LIBRARY_PATH"));
    if (!refuse_in_module(s, soname, _DYNAMIC, (uintptr_t)__ehdr_start) &&
        dlinfo(dlopen(NULL, RTLD_LAZY), RTLD_DI_LINKMAP, &program) == 0)
        refuse_in_module(s, soname, program->l_ld, program->l_addr);
#endif
    if (!s->stop)
        lazynccl_consider(s, soname);
    return s->sonames[step + 1] != NULL;
}
