/* What a folder, a site-packages or a prefix has to offer.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "search/search.h"
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void lazynccl_note(struct lazynccl_search *s, int wrong, const char *format, ...)
{
    char *text = NULL;
    va_list list;

    va_start(list, format);
    if (vasprintf(&text, format, list) < 0)
        text = NULL;
    va_end(list);
    s->visit(s->context, &(struct lazynccl_candidate){.place = s->place,
                                                      .note = text ? text : "out of memory",
                                                      .wrong = wrong});
    free(text);
}

/* A drop-in lies where its library is searched for, and so comes to itself, by some name. */
static int is_self(const struct lazynccl_search *s, const char *path)
{
    char *module =
        s->view->walk && s->view->module ? lazynccl_inside(s->view, strdup(s->view->module)) : NULL;
    int same = module && lazynccl_same_file(module, path);

    free(module);
    return same;
}

void lazynccl_offer(struct lazynccl_search *s, const char *path)
{
    struct lazynccl_candidate candidate = {.place = s->place, .path = path};

    if (path && !s->named && is_self(s, path))
        lazynccl_say(s, "%s: this drop-in itself", path); /* not an error */
    else if (s->visit(s->context, &candidate))
        s->taken = s->stop = 1;
}

void lazynccl_offer_path(struct lazynccl_search *s, const char *path)
{
    char *inside = lazynccl_inside(s->view, strdup(path));

    if (inside)
        lazynccl_offer(s, inside);
    else
        lazynccl_say(s, "%s", strerror(errno)); /* too many links, or out of memory */
    free(inside);
}

/* Offers folder/below/SONAME, if it is there; `below` may be "". Returns 1 if it is. */
static int offer_soname(struct lazynccl_search *s, const char *folder, const char *below,
                        const char *soname)
{
    char *path = NULL;
    int found;

    if (asprintf(&path, "%s%s%s/%s", folder, *below ? "/" : "", below, soname) < 0)
        return 0;
    found = lazynccl_view_test(s->view, lazynccl_exists, path);
    if (found)
        lazynccl_offer_path(s, path);
    free(path);
    return found;
}

/* The same for every soname. Returns how many there were. */
static int offer_sonames(struct lazynccl_search *s, const char *folder, const char *below)
{
    int found = 0;

    for (int i = 0; s->sonames[i] && !s->stop; i++)
        found += offer_soname(s, folder, below, s->sonames[i]);
    return found;
}

/* The best major first, and of each the newest; `sonames` has the majors. */
static int best_first(const void *a, const void *b, void *sonames)
{
    const char *x = *(char *const *)a, *y = *(char *const *)b;
    int better = lazynccl_major_among(sonames, lazynccl_major_of(strrchr(x, '/'))) -
                 lazynccl_major_among(sonames, lazynccl_major_of(strrchr(y, '/')));

    return better ? better : strverscmp(y, x);
}

/* Offers everything else that bears the library's name. Returns how many there were. */
static int offer_named(struct lazynccl_search *s, const char *folder, DIR *listing)
{
    char **list = NULL, **longer;
    size_t count = 0;

    for (struct dirent *entry; (entry = readdir(listing));) {
        if (lazynccl_major_among(s->sonames, lazynccl_major_of(entry->d_name)) < 0 ||
            !lazynccl_name_bears(s->sonames[0], entry->d_name))
            continue;
        if (!(longer = realloc(list, (count + 1) * sizeof *list)))
            break;
        list = longer;
        if (!(list[count] = lazynccl_join(folder, "/", entry->d_name)))
            break;
        count++;
    }
    if (list)
        qsort_r(list, count, sizeof *list, best_first, s->sonames);
    for (size_t i = 0; i < count; i++) {
        if (!s->stop)
            lazynccl_offer_path(s, list[i]);
        free(list[i]);
    }
    free(list);
    return (int)count;
}

void lazynccl_offer_folder(struct lazynccl_search *s, const char *folder)
{
    DIR *listing = lazynccl_view_list(s->view, folder);
    /* a folder that cannot be listed may still let its files be opened */
    int error = errno, found = offer_sonames(s, folder, "");

    if (!found && listing)
        found = offer_named(s, folder, listing);
    if (!found && listing)
        lazynccl_say(s, "%s: no %s", folder, s->names);
    else if (!found)
        lazynccl_say(s, "%s: cannot be read: %s", folder, strerror(error));
    if (listing)
        closedir(listing);
}

/* The newest soname decides, not the folder. */
void lazynccl_offer_wheel(struct lazynccl_search *s, const char *site)
{
    const char *const *wheels = s->wanted->description->wheels;
    int found = 0;

    for (int i = 0; s->sonames[i]; i++)
        for (int w = 0; wheels[w] && !s->stop; w++)
            found += offer_soname(s, site, wheels[w], s->sonames[i]);
    if (!found)
        lazynccl_say(s, "%s: no %s in its %s", site, s->names, wheels[0] ? wheels[0] : "nvidia");
}

void lazynccl_offer_root(struct lazynccl_search *s, const char *prefix)
{
    int found = offer_sonames(s, prefix, "lib64") + offer_sonames(s, prefix, "lib");
    char below[sizeof "targets//lib" + NAME_MAX], *targets = lazynccl_join(prefix, "/targets", "");
    DIR *listing = targets && !s->stop ? lazynccl_view_list(s->view, targets) : NULL;

    for (struct dirent *entry; listing && !s->stop && (entry = readdir(listing));)
        if (entry->d_name[0] != '.') {
            snprintf(below, sizeof below, "targets/%s/lib", entry->d_name);
            found += offer_sonames(s, prefix, below);
        }
    if (listing)
        closedir(listing);
    free(targets);
    if (!found)
        lazynccl_say(s, "%s: no %s in lib64, lib or targets/*/lib", prefix, s->names);
}

const char *lazynccl_folder_named(struct lazynccl_search *s, const char *variable)
{
    const char *value = s->view->variable(s->view, variable);

    if (!value || !*value)
        lazynccl_say(s, "%s is not set", variable);
    else if (*value != '/')
        lazynccl_blame(s, "%s=%s refused: not an absolute path", variable, value);
    else
        return value;
    return NULL;
}
