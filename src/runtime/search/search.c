/* The search: which SONAMEs are acceptable, and the search locations in their order or in
 * LAZYNCCL_SEARCH's; docs/search-order.md gives the reasons.
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

/* Returns 1 if this round tries the soname. The first round tries the soname of a loaded copy, the
 * next ones the majors that the caller prefers, and the last all others in the stub's order. */
static int is_wanted(const struct lazynccl_search *s, const char *soname, int round)
{
    if (round == 0)
        return lazynccl_objects_next(s->view->objects, NULL, (const char *[]){soname, NULL}) !=
               NULL;
    return round > s->prefers ||
           lazynccl_cuda_of(s->description, lazynccl_major_of(soname)) == s->prefer[round - 1];
}

/* Returns 1 if the user and the builder allow the CUDA major of a soname. */
static int is_allowed(const struct lazynccl_search *s, const char *soname)
{
    int cuda = lazynccl_cuda_of(s->description, lazynccl_major_of(soname));

    return lazynccl_is_built_for(s->description, soname) && (!s->cuda || !cuda || cuda == s->cuda);
}

/* Reads LAZYNCCL_CUDA. Returns -1 and ends the search if it is not a major version. */
static int read_cuda(struct lazynccl_search *s, const char *value)
{
    const char *cuda = value;

    if (strlen(cuda) == 2 && (s->cuda = lazynccl_number(&cuda)) >= 11 && !*cuda)
        return 0;
    lazynccl_note_mistake(s, "LAZYNCCL_CUDA=%s: give CUDA's major, such as 12 or 13", value);
    s->stop = 1;
    return -1;
}

/* Chooses the acceptable sonames, best first. Ends the search if there are none. */
static void order_sonames(struct lazynccl_search *s)
{
    const struct lazynccl_description *desc = s->description;
    int choose = lazynccl_cuda_of(desc, lazynccl_major_of(desc->sonames[0])) != 0, count = 0;
    const char *cuda = choose ? lazynccl_setting(s->view, LAZYNCCL_CUDA) : NULL;
    int used[LAZYNCCL_SONAMES] = {0};

    if (cuda && read_cuda(s, cuda) < 0)
        return;
    for (int round = 0; round < s->prefers + 2; round++)
        for (int i = 0; i < LAZYNCCL_SONAMES && desc->sonames[i]; i++) {
            const char *soname = desc->sonames[i];

            if (used[i] || !is_allowed(s, soname) || !is_wanted(s, soname, round))
                continue;
            used[i] = 1;
            s->names =
                count ? lazynccl_arena_print(&s->arena, "%s or %s", s->names, soname) : soname;
            s->sonames[count++] = soname;
        }
    if (!count) {
        lazynccl_note_mistake(s, "%s=%d: no %s of that major version is acceptable here",
                              s->cuda ? "LAZYNCCL_CUDA" : "LAZYNCCL_CUDA_ONLY",
                              s->cuda ? s->cuda : LAZYNCCL_CUDA_ONLY, desc->title);
        s->stop = 1;
    }
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
    order_sonames(s);
    if (words && !s->stop)
        check_words(s, words);
    for (int i = 0; !words && i < LAZYNCCL_LOCATIONS && !is_over(s); i++)
        search_location(s, i);
    while (words && !is_over(s) && (word = strsep(&rest, ",")))
        search_location(s, location_named(word));
    errno = s->arena.error;
    return errno ? -1 : s->taken;
}
