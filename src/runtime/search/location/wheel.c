/* The search location `wheel`: site-packages of the module, Python and the virtual environment.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/search/candidates.h"
#include "runtime/search/location.h"
#include "runtime/search/trust.h"
#include <dirent.h>
#include <errno.h>
#include <string.h>

/* Returns 1 if a site-packages folder was considered before; otherwise records that it is now.
 * Hundreds of loaded modules can be in a few such folders. */
static int lazynccl_is_known(struct lazynccl_search *s, const char *path, size_t length)
{
    struct lazynccl_folder **at = &s->sites;

    while (*at && (strncmp((*at)->path, path, length) != 0 || (*at)->path[length]))
        at = &(*at)->next;
    if (*at)
        return 1;
    *at = lazynccl_arena_take(&s->arena, sizeof **at);
    if (*at)
        **at = (struct lazynccl_folder){.path = lazynccl_arena_copy(&s->arena, path, length)};
    return 0;
}

static void consider_site(struct lazynccl_search *s, const char *path, size_t length, int noted)
{
    if (lazynccl_is_known(s, path, length))
        return;
    lazynccl_consider_wheel(s, lazynccl_arena_copy(&s->arena, path, length), noted);
}

/* Searches the folder of a module that is in no site-packages, and two folders above it. */
static void lazynccl_consider_above(struct lazynccl_search *s, const char *module)
{
    const char *slash;

    s->above = s->locations ? NULL : module; /* small copies do not search above */
    s->highest = strlen(module);
    for (int up = 0; s->above && up < 3 && !s->stop; up++) {
        slash = memrchr(module, '/', s->highest); /* an absolute path has one */
        if (slash == module)
            break;
        s->highest = (size_t)(slash - module);
        consider_site(s, module, s->highest, 1);
    }
    s->above = NULL;
}

static void consider_module(struct lazynccl_search *s, const char *module)
{
    size_t length;

    if (s->stop || !module || *module != '/') /* would depend on the working folder */
        return;
    length = lazynccl_site_length(module);
    if (length) {
        lazynccl_advise_wheel(s);
        consider_site(s, module, length, 1);
    } else {
        lazynccl_consider_above(s, module);
    }
}

/* Searches the packages of each Python version in a prefix; Debian's folder has another name. */
static void consider_prefix(struct lazynccl_search *s, const char *prefix)
{
    static const char *const kinds[] = {"site-packages", "dist-packages"};
    const char *lib = lazynccl_arena_print(&s->arena, "%s/lib", prefix), *site;
    DIR *folder = opendir(LAZYNCCL_AT(s, lib));
    const struct dirent *entry;
    int error;

    while (folder && !is_over(s) && (errno = 0, entry = readdir(folder)))
        for (int i = 0; i < 2 && strncmp(entry->d_name, "python", 6) == 0; i++) {
            site = lazynccl_arena_print(&s->arena, "%s/%s/%s", lib, entry->d_name, kinds[i]);
            consider_site(s, site, strlen(site), 0);
        }
    error = errno;
    if (folder)
        closedir(folder);
    if (is_over(s))
        return;
    if (lazynccl_is_inconclusive(error, s->folder_named))
        lazynccl_give_up(s, lib, error);
    else if (error && s->folder_named)
        lazynccl_note(s, "%s: cannot be read: %s", lib, strerror(error));
}

/* Searches the site-packages of Python, which may not have loaded anything from it yet. The name by
 * which Python was started is in its virtual environment, and is a link to a file outside. But any
 * program can be started by any name, so the files are compared. */
static void consider_interpreter(struct lazynccl_search *s)
{
    const char *program = lazynccl_program_of(s);
    size_t bin = lazynccl_folder_length(program);

    if (bin > 4 && strncmp(program + bin - 4, "/bin/python", 11) == 0 &&
        lazynccl_is_program(s, program))
        consider_prefix(s, lazynccl_arena_copy(&s->arena, program, bin - 4));
}

/* Searches the site-packages of the module that called, and of loaded objects. */
static void lazynccl_consider_objects(struct lazynccl_search *s)
{
    const struct lazynccl_objects *loaded = s->view->objects;

    consider_module(s, s->view->caller);
    for (int i = 0; i < loaded->count && !is_over(s); i++) {
        const char *path = loaded->list[i].path;
        size_t length = lazynccl_site_length(path);

        if (length)
            consider_site(s, path, length, 1);
        else if (!*path && i == 0)
            lazynccl_note(s, "the path of this program is not known: /proc cannot be read");
    }
}

/* Lets VIRTUAL_ENV name a folder whose file was refused: then the file is accepted. */
static void lazynccl_forget_sites(struct lazynccl_search *s)
{
    if (s->refused)
        s->sites = NULL;
}

void lazynccl_location_wheel(struct lazynccl_search *s)
{
    const char *env;

    s->check = lazynccl_is_trusted;
    consider_module(s, lazynccl_module_of(s));
    if (!s->locations)
        lazynccl_consider_objects(s);
    if (!is_over(s))
        consider_interpreter(s);
    if (is_over(s))
        return;
    lazynccl_forget_sites(s);
    s->folder_named = 1; /* `su` and `sudo -E` keep the caller's VIRTUAL_ENV */
    env = lazynccl_folder_named(s, lazynccl_setting_name(LAZYNCCL_VIRTUAL_ENV));
    if (!env)
        return;
    lazynccl_advise_wheel(s);
    consider_prefix(s, env);
}
