/* The search: which SONAMEs are acceptable, and the search locations in their order or in
 * LAZYNCCL_SEARCH's.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/search/search.h"
#include "runtime/search/candidates.h"
#include "runtime/search/locations.h"
#include "runtime/search/objects.h"
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
    const struct lazynccl_description *desc = s->wanted->description;
    int choose = desc->cuda_named && !desc->family, count = 0, only = 0;
    const char *value = choose ? lazynccl_setting(s->view, LAZYNCCL_CUDA) : NULL, *cuda = value;
    int used[LAZYNCCL_SONAMES] = {0};

    if (cuda && (strlen(cuda) != 2 || (only = lazynccl_number(&cuda)) < 11 || *cuda)) {
        lazynccl_note_mistake(s, "LAZYNCCL_CUDA=%s: give CUDA's major, such as 12 or 13", value);
        return -1;
    }
    for (int round = 0; round < s->wanted->prefers + 2; round++)
        for (int i = 0; i < LAZYNCCL_SONAMES && desc->sonames[i]; i++) {
            const char *soname = desc->sonames[i];

            if (used[i] || (only && lazynccl_major_of(soname) != only) ||
                !is_wanted(s, soname, round))
                continue;
            used[i] = 1;
            s->names =
                count ? lazynccl_arena_print(&s->arena, "%s or %s", s->names, soname) : soname;
            s->sonames[count++] = soname;
        }
    if (!count)
        lazynccl_note_mistake(s, "LAZYNCCL_CUDA=%d: no %s of that major version is acceptable here",
                              only, desc->title);
    return count ? 0 : -1;
}

static enum lazynccl_location location_named(const char *word)
{
    int i = 0;

    while (i < LAZYNCCL_LOCATIONS && strcmp(word, lazynccl_locations[i].word) != 0)
        i++;
    return i;
}

static void look_at(struct lazynccl_search *s, enum lazynccl_location location)
{
    s->location = location;
    s->check = NULL;
    s->refused = 0;
    s->folder_named = 0;
    if (s->view->secure && !lazynccl_locations[location].if_secure)
        lazynccl_note(s, "not searched: raised privileges");
    else if (lazynccl_locations[location].look)
        lazynccl_locations[location].look(s);
    else
        lazynccl_note(s, "not searched: no wheel or toolkit has %s", s->names);
}

static void report_if_ignored(struct lazynccl_search *s, const char *variable)
{
    if (s->view->secure && s->view->variable(s->view, variable))
        lazynccl_note(s, "%s is ignored: raised privileges", variable);
}

/* Reports what is set in vain: to call it "not set" would send its reader looking elsewhere. */
static void report_ignored_variables(struct lazynccl_search *s)
{
    const char *const *homes = s->wanted->description->home_variables;

    for (int i = 0; i < LAZYNCCL_SETTINGS; i++)
        report_if_ignored(s, lazynccl_settings[i]);
    for (int i = 0; homes[i]; i++)
        report_if_ignored(s, homes[i]);
}

static void report_unknown_word(struct lazynccl_search *s, const char *words, const char *word)
{
    const char *all = lazynccl_locations[0].word;

    for (int i = 1; i < LAZYNCCL_LOCATIONS; i++)
        all = lazynccl_arena_print(&s->arena, "%s, %s", all, lazynccl_locations[i].word);
    lazynccl_note_mistake(s,
                          "LAZYNCCL_SEARCH=%s: '%s' is not a search location; the locations are %s",
                          words, word, all);
    s->stop = 1;
}

/* Searches the locations of LAZYNCCL_SEARCH; none if one of its words is unknown, which might have
 * been the one that was meant. */
static void search_named_locations(struct lazynccl_search *s, const char *words)
{
    for (int pass = 0; pass < 2; pass++) {
        char *copy = lazynccl_arena_print(&s->arena, "%s", words);

        for (char *rest = copy, *word; !s->stop && (word = strsep(&rest, ","));) {
            enum lazynccl_location location = location_named(word);

            if (location == LAZYNCCL_LOCATIONS)
                report_unknown_word(s, words, word);
            else if (pass == 1)
                look_at(s, location);
        }
    }
}

int lazynccl_search(const struct lazynccl_view *view, const struct lazynccl_wanted *wanted,
                    lazynccl_visit *visit, void *context)
{
    struct lazynccl_search s = {.view = view,
                                .wanted = wanted,
                                .visit = visit,
                                .context = context,
                                .location = LAZYNCCL_NO_LOCATION};
    const char *words = lazynccl_setting(view, LAZYNCCL_SEARCH);

    report_ignored_variables(&s);
    s.stop = order_sonames(&s) < 0;
    if (words)
        search_named_locations(&s, words);
    for (int i = 0; !words && i < LAZYNCCL_LOCATIONS && !s.stop; i++)
        look_at(&s, i);
    lazynccl_arena_free(&s.arena);
    errno = s.arena.error;
    return s.taken ? 1 : s.arena.error ? -1 : 0;
}
