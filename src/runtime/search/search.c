/* The search: the locations in their order (docs/search-order.md) or LAZYNCCL_SEARCH's.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/search/search.h"
#include "runtime/search/candidates.h"
#include "runtime/search/location.h"
#include <errno.h>
#include <string.h>

/* A vendored copy has NULL for the locations that its libraries do not need. */
static const struct {
    char word[8];
    lazynccl_location_look *look; /* NULL if no library of this copy has it */
    int if_secure; /* 1 if also searched with raised privileges, because the caller cannot change it
                    */
} locations[LAZYNCCL_LOCATIONS] = {
    [LAZYNCCL_LOCATION_API] = {"api", lazynccl_location_api, 1},
    [LAZYNCCL_LOCATION_ENV] = {"env", lazynccl_location_env, 0},
    [LAZYNCCL_LOCATION_LOADED] = {"loaded", lazynccl_location_loaded, 1},
    [LAZYNCCL_LOCATION_PARTNER] = {"partner", lazynccl_location_partner, 0},
    [LAZYNCCL_LOCATION_WHEEL] = {"wheel", lazynccl_location_wheel, 0},
    [LAZYNCCL_LOCATION_CONDA] = {"conda", lazynccl_location_conda, 0},
    [LAZYNCCL_LOCATION_SYSTEM] = {"system", lazynccl_location_system, 1},
    [LAZYNCCL_LOCATION_TOOLKIT] = {"toolkit", lazynccl_location_toolkit, 0},
};

const char *lazynccl_location_word(enum lazynccl_location location)
{
    return location < LAZYNCCL_LOCATIONS ? locations[location].word : "settings";
}

static enum lazynccl_location location_named(const char *word)
{
    int i = 0;

    if (strcmp(word, "soname") == 0) /* what a small copy has in its place */
        return LAZYNCCL_LOCATION_SYSTEM;
    while (i < LAZYNCCL_LOCATIONS && strcmp(word, locations[i].word) != 0)
        i++;
    return i;
}

/* Reports settings that have no effect. If they were reported as "not set", users would look for
 * the error elsewhere. */
static void report_ignored_variables(struct lazynccl_search *s)
{
    const char *const *homes = s->description->home_variables;

    for (int i = 0; i < LAZYNCCL_SETTINGS || *homes; i++) {
        const char *variable = i < LAZYNCCL_SETTINGS ? lazynccl_settings[i] : *homes++;

        if (s->view->variable(s->view, variable))
            lazynccl_note(s, "%s is ignored: raised privileges", variable);
    }
}

/* Ends the search if a word is unknown, because that word may have been the intended location. */
static void check_words(struct lazynccl_search *s, const char *words)
{
    char *rest = lazynccl_arena_copy(&s->arena, words, strlen(words)), *word;
    const char *all = locations[0].word;

    while ((word = strsep(&rest, ",")) && location_named(word) < LAZYNCCL_LOCATIONS)
        ;
    if (!word)
        return;
    for (int i = 1; i < LAZYNCCL_LOCATIONS; i++)
        all = lazynccl_arena_print(&s->arena, "%s, %s", all, locations[i].word);
    lazynccl_note_mistake(s,
                          "LAZYNCCL_SEARCH=%s: '%s' is not a search location; the locations are %s",
                          words, word, all);
    s->stop = 1;
}

static void search_location(struct lazynccl_search *s, enum lazynccl_location location)
{
    s->location = location;
    s->refused = s->folder_named = 0;
    s->check = NULL;
    if (s->view->secure && !locations[location].if_secure)
        lazynccl_note(s, "not searched: raised privileges");
    else if (!locations[location].look)
        lazynccl_note(s, "not searched: no library of this copy is found there");
    else
        locations[location].look(s);
    for (const struct lazynccl_folder *at = s->unlisted.first; at && !is_over(s); at = at->next)
        if (lazynccl_consider_named(s, at->path) < 0)
            lazynccl_note(s, "%s: cannot be read: %s", at->path, strerror(errno));
    s->unlisted.first = NULL;
}

int lazynccl_search_run(struct lazynccl_search *s)
{
    const char *words = s->locations ? s->locations : lazynccl_setting(s->view, LAZYNCCL_SEARCH);
    char *rest = words ? lazynccl_arena_copy(&s->arena, words, strlen(words)) : NULL, *word;

    s->location = LAZYNCCL_NO_LOCATION;
    s->unlisted.arena = &s->arena;
    if (s->view->secure)
        report_ignored_variables(s);
    lazynccl_order_sonames(s);
    if (words && !s->stop)
        check_words(s, words);
    for (int i = 0; !words && i < LAZYNCCL_LOCATIONS && !is_over(s); i++)
        search_location(s, i);
    while (words && !is_over(s) && (word = strsep(&rest, ",")))
        search_location(s, location_named(word));
    errno = s->arena.error;
    return errno && !s->taken ? -1 : s->taken;
}
