/* The search: which sonames will do, and the places in their order or in LAZYNCCL_SEARCH's.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/search/search.h"
#include "runtime/search/objects.h"
#include "runtime/search/candidates.h"
#include "runtime/search/locations.h"
#include "runtime/search/settings.h"
#include <errno.h>
#include <string.h>

/* 1 if a soname is wanted in this round: first that of a copy that is loaded, then those of the
 * majors that the caller prefers, finally all in the stub's order. */
static int is_wanted(const struct lazynccl_search *s, const char *soname, int round)
{
    const struct lazynccl_wanted *wanted = s->wanted;

    if (round == 0)
        return lazynccl_objects_next(s->view->objects, NULL, (const char *[]){soname, NULL}) !=
               NULL;
    return round > wanted->prefers || (wanted->description->cuda_named &&
                                       lazynccl_major_of(soname) == wanted->prefer[round - 1]);
}

/* Chooses the sonames that will do, best first. Returns 0, or -1 if LAZYNCCL_CUDA cannot be
 * obeyed. */
static int order_sonames(struct lazynccl_search *s)
{
    const struct lazynccl_description *stub = s->wanted->description;
    int choose = stub->cuda_named && !stub->family, count = 0, only = 0;
    const char *value = choose ? lazynccl_setting(s->view, LAZYNCCL_CUDA) : NULL, *cuda = value;
    int used[LAZYNCCL_SONAMES] = {0};

    if (cuda && (strlen(cuda) != 2 || (only = lazynccl_number(&cuda)) < 11 || *cuda)) {
        lazynccl_blame(s, "LAZYNCCL_CUDA=%s: give CUDA's major, such as 12 or 13", value);
        return -1;
    }
    for (int round = 0; round < s->wanted->prefers + 2; round++)
        for (int i = 0; i < LAZYNCCL_SONAMES && stub->sonames[i]; i++) {
            const char *soname = stub->sonames[i];

            if (used[i] || (only && lazynccl_major_of(soname) != only) ||
                !is_wanted(s, soname, round))
                continue;
            used[i] = 1;
            s->names =
                count ? lazynccl_arena_print(&s->arena, "%s or %s", s->names, soname) : soname;
            s->sonames[count++] = soname;
        }
    if (!count)
        lazynccl_blame(s, "LAZYNCCL_CUDA=%d: no %s of that major version is acceptable here", only,
                       stub->title);
    return count ? 0 : -1;
}

static const struct lazynccl_place_row *place_called(const char *word)
{
    for (int i = 0; i < lazynccl_places_count; i++)
        if (strcmp(word, lazynccl_places[i].word) == 0)
            return &lazynccl_places[i];
    return NULL;
}

static void look_at(struct lazynccl_search *s, const struct lazynccl_place_row *place)
{
    s->place = place->word;
    s->check = NULL;
    s->refused = 0;
    if (place->look)
        place->look(s);
    else
        lazynccl_say(s, "not searched: no wheel or toolkit has %s", s->names);
}

static void blame_word(struct lazynccl_search *s, const char *words, const char *word)
{
    const char *all = lazynccl_places[0].word;

    for (int i = 1; i < lazynccl_places_count; i++)
        all = lazynccl_arena_print(&s->arena, "%s, %s", all, lazynccl_places[i].word);
    lazynccl_blame(s, "LAZYNCCL_SEARCH=%s: no place is called '%s'; the places are %s", words, word,
                   all);
    s->stop = 1;
}

/* LAZYNCCL_SEARCH as it stands, or nothing at all: an unknown word might have been the one place
 * that was meant. */
static void look_as_told(struct lazynccl_search *s, const char *words)
{
    for (int pass = 0; pass < 2; pass++) {
        char *copy = lazynccl_arena_print(&s->arena, "%s", words);

        for (char *rest = copy, *word; !s->stop && (word = strsep(&rest, ","));) {
            const struct lazynccl_place_row *place = place_called(word);

            if (!place)
                blame_word(s, words, word);
            else if (pass == 1)
                look_at(s, place);
        }
    }
}

int lazynccl_search(const struct lazynccl_view *view, const struct lazynccl_wanted *wanted,
                    lazynccl_visit *visit, void *context)
{
    struct lazynccl_search s = {
        .view = view, .wanted = wanted, .visit = visit, .context = context, .place = "settings"};
    const char *words = lazynccl_setting(view, LAZYNCCL_SEARCH);

    s.stop = order_sonames(&s) < 0;
    if (words)
        look_as_told(&s, words);
    for (int i = 0; !words && i < lazynccl_places_count && !s.stop; i++)
        look_at(&s, &lazynccl_places[i]);
    lazynccl_arena_free(&s.arena);
    errno = s.arena.error;
    return s.taken ? 1 : s.arena.error ? -1 : 0;
}
