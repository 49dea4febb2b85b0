/* The places "wheel" and "partner": the site-packages that are related to this process, and where a
 * library's partner was found.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/search/wheels.h"
#include "runtime/search/maps.h"
#include "runtime/search/settings.h"
#include "runtime/search/trust.h"
#include <errno.h>
#include <string.h>

/* Offers a site-packages, or says that it holds nothing, if it is known to exist or does. The
 * newest soname decides, not the folder. */
static void consider_wheel(struct lazynccl_search *s, const char *site, int known)
{
    const char *const *wheels = s->wanted->description->wheels;
    int found = 0;

    for (int i = 0; s->sonames[i]; i++)
        for (int w = 0; wheels[w] && !s->stop; w++)
            found += lazynccl_consider_soname(s, site, wheels[w], s->sonames[i]);
    if (!found && (known || lazynccl_exists(LAZYNCCL_AT(s, site))))
        lazynccl_note(s, "%s: no %s in its %s", site, s->names, wheels[0] ? wheels[0] : "nvidia");
}

/* The site-packages that were already considered: a process has hundreds of modules from few. */
struct sites {
    const char *list[32];
    int count;
    const char *program; /* NULL: not asked for yet */
};

static void consider_site(struct lazynccl_search *s, struct sites *sites, const char *path,
                          size_t length, int known)
{
    for (int i = 0; i < sites->count; i++)
        if (strncmp(sites->list[i], path, length) == 0 && !sites->list[i][length])
            return;
    if (s->stop)
        return;
    path = lazynccl_arena_print(&s->arena, "%.*s", (int)length, path);
    if (sites->count < (int)(sizeof sites->list / sizeof *sites->list))
        sites->list[sites->count++] = path;
    consider_wheel(s, path, known);
}

/* Where an object lies, as its path in the listing says, or this process's program. */
static const char *file_of(struct lazynccl_search *s, struct sites *sites, const char *path)
{
    if (!path || *path)
        return path;
    if (!sites->program && !*(sites->program = lazynccl_program_file(&s->arena))) {
        if (lazynccl_is_transient(errno))
            lazynccl_give_up(s, "/proc/self/exe", errno);
        else
            lazynccl_note(s, "where this program lies is not known: /proc cannot be read");
    }
    return sites->program;
}

/* A module's site-packages, or if it lies in none, its own folder and two above it. */
static void consider_above(struct lazynccl_search *s, struct sites *sites, const char *path)
{
    const char *module = s->stop ? NULL : file_of(s, sites, path);
    int known = module && *module == '/';
    size_t length = known ? lazynccl_site_length(module) : 0;
    const char *folder = known && !length ? module : NULL;

    if (length)
        consider_site(s, sites, module, length, 1);
    s->above = folder;
    for (int up = 0; s->above && (length = lazynccl_folder_length(folder)) && up < 3; up++) {
        folder = lazynccl_arena_print(&s->arena, "%.*s", (int)length, folder);
        consider_site(s, sites, folder, s->highest = length, 1);
    }
    s->above = NULL;
}

/* Below a prefix, for any Python. Returns 0, or errno if there is no lib. */
static int consider_prefix(struct lazynccl_search *s, struct sites *sites, const char *prefix)
{
    static const char *const kinds[] = {"site-packages", "dist-packages"};
    const char *lib = lazynccl_arena_print(&s->arena, "%s/lib", prefix);
    char **names = lazynccl_names_in(s, lib, "python");
    int error = names ? 0 : errno;

    for (; names && *names; names++)
        for (int i = 0; i < 2 && !s->stop; i++) {
            char *site = lazynccl_arena_print(&s->arena, "%s/%s/%s", lib, *names, kinds[i]);

            consider_site(s, sites, site, strlen(site), 0);
        }
    return error;
}

/* A Python may not have loaded anything from its site-packages yet. By the name that it was started
 * with: that of a virtual environment is a link to a file outside. */
static void consider_interpreter(struct lazynccl_search *s, struct sites *sites)
{
    const char *program = s->view->program ? s->view->program : "";
    size_t bin = lazynccl_folder_length(program);

    if (bin > 4 && strncmp(program + bin - 4, "/bin/python", 11) == 0 &&
        lazynccl_same_file(program, "/proc/self/exe")) /* it can be called by any name */
        consider_prefix(s, sites, lazynccl_arena_print(&s->arena, "%.*s", (int)bin - 4, program));
}

static void consider_virtual_env(struct lazynccl_search *s, struct sites *sites)
{
    const char *env = lazynccl_folder_named(s, lazynccl_settings[LAZYNCCL_VIRTUAL_ENV]);
    int error = env ? consider_prefix(s, sites, env) : 0;

    if (error)
        lazynccl_note(s, "%s/lib: cannot be read: %s", env, strerror(error));
}

void lazynccl_location_wheel(struct lazynccl_search *s)
{
    const struct lazynccl_objects *loaded = s->view->objects;
    struct sites sites = {{NULL}, 0, NULL};

    if (!s->wanted->description->wheels[0]) {
        lazynccl_note(s, "no wheel has %s", s->names);
        return;
    }
    s->check = lazynccl_is_trusted;
    consider_above(s, &sites, s->view->module);
    consider_above(s, &sites, s->view->caller);
    for (int i = 0; i < loaded->count && !s->stop; i++) {
        const char *path = file_of(s, &sites, loaded->list[i].path);
        size_t length = lazynccl_site_length(path);

        if (length)
            consider_site(s, &sites, path, length, 1);
    }
    if (!s->stop)
        consider_interpreter(s, &sites);
    if (s->refused) /* what is named now may be among what was refused */
        sites.count = 0;
    s->folder_named = 1;
    s->check = lazynccl_report_writers; /* `su` and `sudo -E` keep the caller's VIRTUAL_ENV */
    if (!s->stop)
        consider_virtual_env(s, &sites);
}

void lazynccl_location_partner(struct lazynccl_search *s)
{
    const char *partner = s->wanted->description->partner;
    size_t length = lazynccl_folder_length(s->wanted->partner);
    char *folder =
        length ? lazynccl_arena_print(&s->arena, "%.*s", (int)length, s->wanted->partner) : NULL;

    if (!folder && partner) {
        lazynccl_note(s, "%s is not open yet", partner);
    } else if (folder) {
        s->check = lazynccl_is_trusted;
        lazynccl_consider_folder(s, folder);
        if ((length = lazynccl_site_length(folder)) && !s->stop) {
            folder[length] = '\0';
            consider_wheel(s, folder, 1);
        }
    }
}
