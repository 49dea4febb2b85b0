/* Offers the candidates of the search locations, and the notes for the report.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/search/candidates.h"
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

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

void lazynccl_consider(struct lazynccl_search *s, const char *path)
{
    /* a stand-in is in a folder where its library is searched for, so the search finds the stand-in
     * as well */
    if (path && s->location != LAZYNCCL_LOCATION_ENV && s->view->walk && s->view->module &&
        lazynccl_same_file(LAZYNCCL_AT(s, s->view->module), LAZYNCCL_AT(s, path)))
        lazynccl_note(s, "%s: this stand-in itself", path); /* not an error */
    else if ((!s->check || s->check(s, path)) && !s->taken && !s->arena.error)
        s->taken = s->offer(s, path);
    if (s->taken)
        s->stop = 1;
    if (s->taken < 0 && !s->arena.error) {
        s->arena.error = errno;
        s->failed = path ? path : "the handle";
    }
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
        qsort_r(names, count, sizeof *names, best_first, s->sonames);
    for (size_t i = 0; i < count && !s->stop; i++)
        lazynccl_consider(s, lazynccl_arena_print(&s->arena, "%s/%s", folder, names[i]));
    return names ? (int)count : -1;
}
