/* The search location `wheel`: site-packages of the module, process and virtual environment.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/search/candidates.h"
#include "runtime/search/location.h"
#include "runtime/search/trust.h"
#include <dirent.h>
#include <errno.h>
#include <string.h>

/* The site-packages folders already considered; hundreds of modules can be from few of them. */
struct sites {
    const char *list[32];
    int count;
};

static void consider_site(struct lazynccl_search *s, struct sites *sites, const char *path,
                          size_t length, int known)
{
    for (int i = 0; i < sites->count; i++)
        if (strncmp(sites->list[i], path, length) == 0 && !sites->list[i][length])
            return;
    if (s->stop)
        return;
    path = lazynccl_arena_copy(&s->arena, path, length);
    if (sites->count < (int)(sizeof sites->list / sizeof *sites->list))
        sites->list[sites->count++] = path;
    lazynccl_consider_wheel(s, path, known);
}

/* Searches the module's site-packages. If it has none, searches its folder and two folders above
 * it. */
static void consider_above(struct lazynccl_search *s, struct sites *sites, const char *module)
{
    const char *slash;
    size_t length = 0;

    if (s->stop || !module || *module != '/')
        return;
    if ((length = lazynccl_site_length(module))) {
        consider_site(s, sites, module, length, 1);
        return;
    }
    s->above = s->locations ? NULL : module; /* a small copy does not look above */
    s->highest = strlen(module);
    for (int up = 0; s->above && up < 3; up++) {
        slash = memrchr(module, '/', s->highest); /* an absolute path has one */
        if (slash == module)
            break;
        s->highest = (size_t)(slash - module);
        consider_site(s, sites, module, s->highest, 1);
    }
    s->above = NULL;
}

/* Searches a prefix; a small copy, only site-packages. Returns 0, or errno if it has no lib. */
static int consider_prefix(struct lazynccl_search *s, struct sites *sites, const char *prefix)
{
    static const char *const kinds[] = {"site-packages", "dist-packages"};
    const char *lib = lazynccl_arena_print(&s->arena, "%s/lib", prefix);
    char **names = lazynccl_names_in(s, lib, "python");
    int error = names ? 0 : errno;

    for (; names && *names; names++)
        for (int i = 0; i < (s->locations ? 1 : 2) && !s->stop; i++) {
            char *site = lazynccl_arena_print(&s->arena, "%s/%s/%s", lib, *names, kinds[i]);

            consider_site(s, sites, site, strlen(site), 0);
        }
    return error;
}

/* Searches the site-packages of Python, which may not have loaded anything from it yet. Uses the
 * name by which Python was started, because the Python of a virtual environment is a link to a file
 * outside; but a program can be called by any name, and the first object is the program. */
static void consider_interpreter(struct lazynccl_search *s, struct sites *sites)
{
    const char *program = s->view->program ? s->view->program : "";
    const struct lazynccl_objects *loaded = s->view->objects;
    size_t bin = lazynccl_folder_length(program);

    if (bin > 4 && strncmp(program + bin - 4, "/bin/python", 11) == 0 && loaded->count &&
        lazynccl_same_file(program, loaded->list->path))
        consider_prefix(s, sites, lazynccl_arena_copy(&s->arena, program, bin - 4));
}

static void consider_virtual_env(struct lazynccl_search *s, struct sites *sites)
{
    const char *env = lazynccl_folder_named(s, lazynccl_setting_name(LAZYNCCL_VIRTUAL_ENV));
    int error = env ? consider_prefix(s, sites, env) : 0;

    if (error)
        lazynccl_note(s, "%s/lib: cannot be read: %s", env, strerror(error));
}

static void consider_objects(struct lazynccl_search *s, struct sites *sites)
{
    const struct lazynccl_objects *loaded = s->view->objects;

    for (int i = 0; i < loaded->count && !is_over(s); i++) {
        const char *path = loaded->list[i].path;
        size_t length = lazynccl_site_length(path);

        if (length)
            consider_site(s, sites, path, length, 1);
        else if (!*path && i == 0)
            lazynccl_note(s, "the path of this program is not known: /proc cannot be read");
    }
}

void lazynccl_location_wheel(struct lazynccl_search *s)
{
    struct sites *sites = lazynccl_arena_take(&s->arena, sizeof *sites); /* stacks may be small */

    if (!sites)
        return;
    sites->count = 0;
    if (!s->description->wheels[0]) {
        lazynccl_note(s, "no wheel has %s", s->names);
        return;
    }
    s->check = lazynccl_is_trusted;
    consider_above(s, sites, s->view->module);
    consider_above(s, sites, s->view->caller);
    if (!s->locations) /* a small copy does not ask ld.so */
        consider_objects(s, sites);
    if (!is_over(s))
        consider_interpreter(s, sites);
    if (is_over(s))
        return;
    if (s->refused) /* the setting may name a file that was rejected before */
        sites->count = 0;
    s->folder_named = 1; /* `su` and `sudo -E` keep the caller's VIRTUAL_ENV */
    consider_virtual_env(s, sites);
}
