/* The search locations, in their order or LAZYNCCL_SEARCH's (docs/search-order.md).
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/search/search.h"
#include "runtime/search/candidates.h"
#include "runtime/search/location.h"
#include <errno.h>
#include <string.h>

/* In the default order, which is that of the enumerators; gen/c/runtime.py removes lines. */
static const struct {
    char word[8]; /* at most 7 letters */
    lazynccl_location_look *look;
    int if_secure; /* 1 if also searched with raised privileges: the caller cannot change it */
} locations[] = {
    {"api", lazynccl_location_api, 1},
    {"env", lazynccl_location_env, 0},
    {"loaded", lazynccl_location_loaded, 1},
    {"partner", lazynccl_location_partner, 0},
    {"wheel", lazynccl_location_wheel, 0},
    {"conda", lazynccl_location_conda, 0},
    {LAZYNCCL_SYSTEM, lazynccl_location_system, 1},
    {"toolkit", lazynccl_location_toolkit, 0},
};
#define LOCATIONS (int)(sizeof locations / sizeof *locations)

const char *lazynccl_location_word(enum lazynccl_location location)
{
    return location < LAZYNCCL_LOCATIONS ? locations[location].word : "settings";
}

void lazynccl_location_none(struct lazynccl_search *s)
{
    lazynccl_note(s, "not searched: no library of this copy is found there");
}

/* Considers the files of LAZYNCCL_LIBPATH's folders that no SONAME names. */
static void lazynccl_consider_unlisted(struct lazynccl_search *s)
{
    for (const struct lazynccl_folder *at = s->unlisted.first; at && !is_over(s); at = at->next)
        if (lazynccl_consider_named(s, at->path) < 0)
            lazynccl_note(s, "%s: cannot be read: %s", at->path, strerror(errno));
    s->unlisted.first = NULL;
}

static void search_location(struct lazynccl_search *s, int location)
{
    if (lazynccl_is_asked_next(s, locations[location].look))
        return;
    lazynccl_enter(s, location, locations[location].word);
    s->folder_named = 0;
    lazynccl_check_no_more(s);
    if (lazynccl_is_excluded(s))
        return;
    if (!locations[location].if_secure && lazynccl_is_secure(s))
        lazynccl_note(s, "not searched: raised privileges");
    else
        locations[location].look(s);
    lazynccl_consider_unlisted(s);
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

/* Reports settings that raised privileges disable, so that users do not look for another error. */
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
    for (int i = 0; !words && i < LOCATIONS && !is_over(s); i++)
        search_location(s, i);
    while (words && !is_over(s) && (word = strsep(&rest, ",")))
        search_location(s, location_named(word));
    errno = s->arena.error;
    return errno && !s->taken ? -1 : s->taken;
}
