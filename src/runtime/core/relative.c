/* The search location `soname`: what ld.so finds, except in folders that depend on the current one.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/core/search.h"
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* ld.so first searches these subfolders of each folder; since glibc 2.37 only the first. */
static const char subfolders[] =
    "glibc-hwcaps\0tls\0x86_64\0haswell\0xeon_phi\0avx512_1\0i686\0sse2\0aarch64\0atomics\0"
    "v7l\0v8l\0vfp\0neon\0power8\0power9\0power10\0altivec\0dfp\0z13\0z14\0z15\0z16\0zarch\0"
    "ldisp\0eimm\0vx\0vxe\0";

/* Returns 1 if the folder has a file or folder of this name, or if that is unknown. With `facts`,
 * sets the facts of the file system; returns 0 if they are unknown. */
static int holds(const char *folder, const char *name, struct statvfs *facts)
{
    char path[512];
    int length = snprintf(path, sizeof path, "%s/%s", *folder ? folder : ".", name);

    if (facts)
        return statvfs(path, facts) == 0;
    return length >= (int)sizeof path || lazynccl_exists(path);
}

/* Returns 1 if the folder may have the SONAME, itself or in one of the subfolders. */
static int may_hold(const char *folder, const char *soname)
{
    for (const char *name = subfolders; *name; name += strlen(name) + 1)
        if (holds(folder, name, NULL))
            return 1;
    return holds(folder, soname, NULL);
}

/* Ends the search if ld.so may find the SONAME in a relative folder, except before main(). */
static void refuse_folder(struct lazynccl_search *s, const char *soname, const char *folder)
{
    if (*folder == '/' || s->at_start || !may_hold(folder, soname) ||
        dlopen(soname, LAZYNCCL_DLOPEN | RTLD_NOLOAD)) /* ld.so returns it from any folder */
        return;
    lazynccl_note_mistake(s, "%s refused: ld.so would search '%s', which is relative", soname,
                          folder);
    s->stop = 1;
}

/* ld.so's text is the same for a noexec file system as for a lack of memory, and names no folder.
 * If this folder has the SONAME and is not noexec, memory was lacking: ends the search. */
static void check_noexec(struct lazynccl_search *s, const char *soname, const char *folder)
{
    struct statvfs facts;

    if (!holds(folder, soname, &facts))
        return;
    if (facts.f_flag & ST_NOEXEC)
        s->arena.error = 0;
    else
        s->stop = 1;
}

static void look(struct lazynccl_search *s, const char *soname, const char *folder)
{
    if (s->arena.error)
        check_noexec(s, soname, folder);
    else
        refuse_folder(s, soname, folder);
}

#ifdef __GLIBC__
/* Checks each folder of ld.so's list until one ends the search or clears its error: the RUNPATH of
 * this module and its loaders, and LD_LIBRARY_PATH as it was at the start. */
LAZYNCCL_READS_LDSO
static void look_at_list(struct lazynccl_search *s, const char *soname)
{
    struct link_map *self = dlopen(NULL, RTLD_LAZY);
    Dl_serinfo *list, size;
    Dl_info info;
    int error = s->arena.error;

    while (self && self->l_ld != _DYNAMIC)
        self = self->l_next;
    if (!self) /* this module is in another namespace */
        dladdr1(&lazynccl_frozen, &info, (void **)&self, RTLD_DL_LINKMAP);
    if (!self || dlinfo(self, RTLD_DI_SERINFOSIZE, &size) != 0)
        return;
    list = calloc(1, size.dls_size);
    if (!list) {
        lazynccl_give_up(s, soname, ENOMEM);
        return;
    }
    *list = size;
    if (dlinfo(self, RTLD_DI_SERINFO, list) == 0)
        for (unsigned i = 0; i < list->dls_cnt && !s->stop && s->arena.error == error; i++)
            look(s, soname, list->dls_serpath[i].dls_name);
    free(list);
}
#else
/* musl does not report its list: checks the folders of LD_LIBRARY_PATH, as it is now. */
static void look_at_list(struct lazynccl_search *s, const char *soname)
{
    const char *list = secure_getenv("LD_LIBRARY_PATH");
    char *copy = list ? strdup(list) : NULL, *rest = copy, *folder;
    int error = s->arena.error;

    while (!s->stop && s->arena.error == error && (folder = strsep(&rest, ":\n")))
        if (*folder)
            look(s, soname, folder);
    free(copy);
}
#endif

void lazynccl_location_system(struct lazynccl_search *s)
{
    const char *const *soname = s->sonames;
    int error;

    do
        do { /* again after ENOMEM, for check_noexec() */
            error = s->arena.error;
            look_at_list(s, *soname);
            if (!error)
                lazynccl_consider(s, *soname);
        } while (!error && s->arena.error == ENOMEM);
    while (*++soname && !is_over(s));
}
