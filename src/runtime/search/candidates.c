/* Considers the candidates of a search location.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/search/candidates.h"
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void lazynccl_add_note(struct lazynccl_search *s, int mistake, const char *format, ...)
{
    const char *note;
    va_list list;

    va_start(list, format);
    note = lazynccl_arena_list(&s->arena, format, list);
    va_end(list);
    if (s->note && !s->taken && !s->arena.error)
        s->note(s, mistake, note);
}

void lazynccl_give_up(struct lazynccl_search *s, const char *path, int error)
{
    lazynccl_note_mistake(s, "%s: %s", path, strerror(error));
    s->failed = path;
    s->arena.error = error;
    s->stop = 1;
}

void lazynccl_end_if_named(struct lazynccl_search *s)
{
    if (s->folder_named == 2) /* by a setting: search/state.h */
        s->stop = 1;
}

/* Returns 1 if the path is this stand-in itself: its own folder may be searched. */
static int is_this_stand_in(struct lazynccl_search *s, const char *path)
{
    return path && s->location != LAZYNCCL_LOCATION_ENV && s->view->walk && s->view->module &&
           lazynccl_same_file(LAZYNCCL_AT(s, s->view->module), LAZYNCCL_AT(s, path));
}

void lazynccl_consider(struct lazynccl_search *s, const char *path)
{
    if (is_this_stand_in(s, path))
        lazynccl_note(s, "%s: this stand-in itself", path); /* not an error */
    else if ((!s->check || s->check(s, path)) && !s->taken && !s->arena.error)
        s->taken = s->offer(s, path);
    if (s->taken)
        s->stop = 1;
}

char **lazynccl_names_in(struct lazynccl_search *s, const char *folder, const char *start)
{
    char **names = lazynccl_folder_names(&s->arena, LAZYNCCL_AT(s, folder), start);
    int error = errno;

    if (!names && lazynccl_is_inconclusive(error, s->folder_named))
        lazynccl_give_up(s, folder, error);
    errno = error;
    return names;
}

/* Sorts by preferred major, then newest first; `sonames` lists the majors. */
static int best_first(const void *a, const void *b, void *sonames)
{
    const char *x = *(char *const *)a, *y = *(char *const *)b;
    int better = lazynccl_major_among(sonames, lazynccl_major_of(x)) -
                 lazynccl_major_among(sonames, lazynccl_major_of(y));

    return better ? better : strverscmp(y, x);
}

int lazynccl_consider_named(struct lazynccl_search *s, const char *folder)
{
    char **names = lazynccl_names_in(s, folder, "lib");
    size_t count = 0;

    for (char **name = names; names && *name; name++)
        if (lazynccl_name_bears_any(s->sonames, *name) &&
            lazynccl_major_among(s->sonames, lazynccl_major_of(*name)) >= 0)
            names[count++] = *name;
    if (count)
        qsort_r(names, count, sizeof *names, best_first, (void *)(uintptr_t)s->sonames);
    for (size_t i = 0; i < count && !s->stop; i++)
        lazynccl_consider(s, lazynccl_arena_print(&s->arena, "%s/%s", folder, names[i]));
    return names ? (int)count : -1;
}

int lazynccl_consider_listed(struct lazynccl_search *s, const char *folder)
{
    int found = 0;

    if (!s->locations && s->location == LAZYNCCL_LOCATION_ENV)
        lazynccl_folders_add(&s->unlisted, folder, LAZYNCCL_VIA_UNKNOWN);
    else if (!s->locations) /* as a small copy, the command lists nothing */
        found = lazynccl_consider_named(s, folder);
    if (found < 0) /* files may still open: a mistake only if the program named the folder */
        lazynccl_add_note(s, lazynccl_is_by_program(s), "%s: cannot be read: %s", folder,
                          strerror(errno));
    return found;
}

void lazynccl_consider_only(struct lazynccl_search *s, const char *path)
{
    s->file_named = 1;
    lazynccl_consider(s, path);
    s->file_named = 0;
    s->stop = 1;
}

void lazynccl_consider_handle(struct lazynccl_search *s)
{
    lazynccl_consider_only(s, NULL);
}

int lazynccl_consider_soname(struct lazynccl_search *s, const char *folder, const char *below,
                             const char *soname)
{
    char *path =
        lazynccl_arena_print(&s->arena, "%s%s%s/%s", folder, *below ? "/" : "", below, soname);
    int found = lazynccl_exists(LAZYNCCL_AT(s, path));

    if (found)
        lazynccl_consider(s, path);
    return found;
}

int lazynccl_consider_sonames(struct lazynccl_search *s, const char *folder, const char *below)
{
    int found = 0;

    for (int i = 0; s->sonames[i] && !s->stop; i++)
        found += lazynccl_consider_soname(s, folder, below, s->sonames[i]);
    return found;
}

void lazynccl_consider_folder(struct lazynccl_search *s, const char *folder)
{
    if (lazynccl_consider_sonames(s, folder, ""))
        return;
    if (lazynccl_consider_listed(s, folder))
        return;
    lazynccl_add_note(s, lazynccl_is_by_program(s), "%s: no %s", folder, s->names);
}

int lazynccl_is_named_folder(struct lazynccl_search *s, const char *path)
{
    int is_folder = lazynccl_is_folder_at(s, path);

    if (!is_folder && lazynccl_is_inconclusive(errno, 1))
        lazynccl_give_up(s, path, errno);
    return is_folder;
}

const char *lazynccl_folder_named(struct lazynccl_search *s, const char *variable)
{
    const char *value = lazynccl_variable(s->view, variable);

    if (!value)
        lazynccl_note(s, "%s is not set", variable);
    else if (*value != '/')
        lazynccl_note_mistake(s, "%s=%s refused: not an absolute path", variable, value);
    else
        return value;
    return NULL;
}

void lazynccl_consider_wheel(struct lazynccl_search *s, const char *site, int known)
{
    const char *const *wheels = s->description->wheels;
    int found = 0;

    for (int i = 0; s->sonames[i]; i++)
        for (int w = 0; wheels[w] && !s->stop; w++)
            found += lazynccl_consider_soname(s, site, wheels[w], s->sonames[i]);
    if (!found && !s->stop && (known || lazynccl_exists(LAZYNCCL_AT(s, site))))
        lazynccl_note(s, "%s: no %s in its %s", site, s->names, wheels[0] ? wheels[0] : "wheels");
}
