/* The search: which sonames will do, and the places in their order or in LAZYNCCL_SEARCH's.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "search/search.h"
#include "search/folder.h"
#include "search/settings.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Which sonames will do, and which first: the major of a copy that is loaded, then those that the
 * caller prefers, then the stub's order. Returns 0, or -1 if LAZYNCCL_CUDA cannot be obeyed. */
static int order_sonames(struct lazynccl_looking *s)
{
    const struct lazynccl_description *is = s->wanted->is;
    const struct lazynccl_objects *loaded = s->view->objects;
    const char *cuda =
        is->cuda_named && !is->family ? lazynccl_setting(s->view, LAZYNCCL_CUDA) : NULL;
    int count = 0, total = 0, only = 0;
    int used[LAZYNCCL_SONAMES] = {0};

    if (cuda && (strlen(cuda) != 2 || (only = lazynccl_number(&cuda)) < 11 || *cuda)) {
        lazynccl_blame(s, "LAZYNCCL_CUDA=%s: give CUDA's major, such as 12 or 13",
                       lazynccl_setting(s->view, LAZYNCCL_CUDA));
        return -1;
    }
    while (is->sonames[total] && total < LAZYNCCL_SONAMES)
        total++;
    for (int round = 0; round < s->wanted->prefers + 2; round++)
        for (int i = 0; i < total; i++) {
            const char *soname = is->sonames[i];
            int major = lazynccl_major_of(soname), good = round == s->wanted->prefers + 1;

            if (round == 0)
                for (int o = 0; o < loaded->count; o++)
                    good |= loaded->list[o].soname && !loaded->list[o].ours &&
                            strcmp(loaded->list[o].soname, soname) == 0;
            else if (!good)
                good = is->cuda_named && major == s->wanted->prefer[round - 1];
            if (!good || used[i] || (only && major != only))
                continue;
            used[i] = 1;
            s->sonames[count++] = soname;
        }
    s->names[0] = '\0';
    for (int i = 0; i < count; i++) {
        size_t n = strlen(s->names);

        snprintf(s->names + n, sizeof s->names - n, "%s%s", i ? " or " : "", s->sonames[i]);
    }
    if (count)
        return 0;
    lazynccl_blame(s, "LAZYNCCL_CUDA=%d: no %s of that major will do here", only, is->title);
    return -1;
}

static void look_at(struct lazynccl_looking *s, const struct lazynccl_place_row *place)
{
    s->place = place->word;
    place->look(s);
}

/* LAZYNCCL_SEARCH as it stands, or nothing at all: an unknown word might have been the one place
 * that was meant. */
static void look_as_told(struct lazynccl_looking *s, const char *words)
{
    char *copy[2] = {strdup(words), strdup(words)};

    for (int pass = 0; pass < 2 && copy[0] && copy[1]; pass++)
        for (char *rest = copy[pass], *word; !s->stop && (word = strsep(&rest, ","));) {
            int i = 0;

            while (i < lazynccl_places_count && strcmp(word, lazynccl_places[i].word) != 0)
                i++;
            if (i == lazynccl_places_count) {
                lazynccl_blame(s,
                               "LAZYNCCL_SEARCH=%s: no place is called '%s'; the places are api, "
                               "env, loaded, partner, wheel, conda, system, root",
                               words, word);
                s->stop = 1;
            } else if (pass == 1) {
                look_at(s, &lazynccl_places[i]);
            }
        }
    free(copy[0]);
    free(copy[1]);
}

int lazynccl_search(const struct lazynccl_view *view, const struct lazynccl_wanted *wanted,
                    lazynccl_visit *visit, void *context)
{
    struct lazynccl_looking s = {
        .view = view, .wanted = wanted, .visit = visit, .context = context, .place = "settings"};
    const char *words = lazynccl_setting(view, LAZYNCCL_SEARCH);

    if (order_sonames(&s) < 0)
        return 0;
    if (words)
        look_as_told(&s, words);
    for (int i = 0; !words && i < lazynccl_places_count && !s.stop; i++)
        look_at(&s, &lazynccl_places[i]);
    return s.taken;
}
