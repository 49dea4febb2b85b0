/* The search location `wheel`: site-packages of this module, Python and the virtual environment.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/core/search.h"
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <string.h>

/* Searches the site-packages of each Python version in a prefix. */
static void consider_prefix(struct lazynccl_search *s, const char *prefix)
{
    const char *lib = lazynccl_arena_print(&s->arena, "%s/lib", prefix);
    DIR *folder = opendir(lib);
    const struct dirent *entry;

    if (!folder && lazynccl_is_transient(errno))
        lazynccl_give_up(s, lib, errno);
    while (!is_over(s) && folder && (entry = readdir(folder)))
        if (strncmp(entry->d_name, "python", 6) == 0)
            lazynccl_consider_wheel(
                s, lazynccl_arena_print(&s->arena, "%s/%s/site-packages", lib, entry->d_name), 0);
    if (folder)
        closedir(folder);
}

/* Searches three site-packages folders: the one that contains this copy, the running Python's, by
 * the path with which Python was started, and the active virtual environment's. */
void lazynccl_location_wheel(struct lazynccl_search *s)
{
    const char *found = (const char *)getauxval(AT_EXECFN), *prefix;
    const char *program = *program_invocation_name == '/' ? program_invocation_name : found;
    size_t length = 0, bin = lazynccl_folder_length(program);
    Dl_info info;

    s->check = lazynccl_is_trusted;
    if (dladdr(&lazynccl_frozen, &info) && *info.dli_fname == '/') /* not what differs by folder */
        length = lazynccl_site_length(info.dli_fname);
    if (length)
        lazynccl_consider_wheel(s, lazynccl_arena_copy(&s->arena, info.dli_fname, length), 1);
    else
        lazynccl_note(s, "this module is not in a site-packages folder");
    prefix = lazynccl_folder_named(s, lazynccl_setting_name(LAZYNCCL_VIRTUAL_ENV));
#ifdef __GLIBC__ /* NVIDIA's wheels need it */
    if (length || prefix)
        s->advice = s->description->remedy;
#endif
    if (bin > 4 && *program == '/' && strncmp(program + bin - 4, "/bin/python", 11) == 0)
        consider_prefix(s, lazynccl_arena_copy(&s->arena, program, bin - 4));
    s->folder_named = 1; /* `su` and `sudo -E` keep the caller's VIRTUAL_ENV */
    if (prefix)
        consider_prefix(s, prefix);
}
