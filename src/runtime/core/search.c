/* Searches the locations of a copy, in their order.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/core/search.h"
#include <stdlib.h>
#include <string.h>

static const struct {
    char word[8];
    lazynccl_location_look *look;
    int if_secure; /* 1 if also searched with raised privileges */
} locations[] = {
    {"api", lazynccl_location_api, 1},
    {"env", lazynccl_location_env, 0},
    {"loaded", lazynccl_location_loaded, 1},
    {"partner", lazynccl_location_partner, 0},
    {"wheel", lazynccl_location_wheel, 0},
    {"conda", lazynccl_location_conda, 0},
    {"soname", lazynccl_location_soname, 1},
    {"toolkit", lazynccl_location_toolkit, 0},
};
#define LOCATIONS (int)(sizeof locations / sizeof *locations)

#ifndef LAZYNCCL_WITHOUT_ENV
/* Returns 1 if LAZYNCCL_SEARCH leaves out a location. */
static int is_excluded(const char *location)
{
    const char *words = lazynccl_setting(NULL, LAZYNCCL_SEARCH);
    size_t length = strlen(location);

    for (const char *at = words; at && (at = strstr(at, location)); at += length)
        if ((at == words || at[-1] == ',') && (at[length] == ',' || !at[length]))
            return 0;
    return words != NULL;
}
#endif

static void search_location(struct lazynccl_search *s, int index)
{
#ifdef LAZYNCCL_LOADED_BY_SONAME
    /* ld.so, which is asked next, returns a loaded library */
    if (locations[index].look == lazynccl_location_loaded && !s->sonames[1])
        return;
#endif
    s->location = locations[index].word;
    s->folder_named = 0;
#ifndef LAZYNCCL_WITHOUT_CHECK
    s->check = NULL;
#endif
#ifndef LAZYNCCL_WITHOUT_ENV
    if (is_excluded(s->location)) {
        lazynccl_note(s, "not searched: LAZYNCCL_SEARCH leaves it out");
        s->excluded = "; LAZYNCCL_SEARCH leaves out a location";
        return;
    }
#endif
    if (!locations[index].if_secure && getauxval(AT_SECURE))
        lazynccl_note(s, "not searched: raised privileges");
    else
        locations[index].look(s);
}

static struct lazynccl_outcome *lazynccl_find_and_open(lazynccl_library *library,
                                                       const void *caller)
{
    const struct lazynccl_description *desc = library->description;
    struct lazynccl_search s = {.library = library,
                                .description = desc,
                                .sonames = desc->sonames,
                                .names = *desc->sonames,
                                .at_start = caller == library,
                                .location = "settings"};
#ifndef LAZYNCCL_WITHOUT_ENV
    s.excluded = "";
#endif
#ifndef LAZYNCCL_WITHOUT_RELATED
    const char *sibling = lazynccl_sibling_file(library);
#endif

    s.outcome = lazynccl_outcome_new(library);
    if (!s.outcome)
        return NULL;
#ifdef LAZYNCCL_RECORDS
    s.opening = lazynccl_opening_begin(library, NULL, NULL);
    if (!s.opening) {
        lazynccl_outcome_free(library, s.outcome);
        return NULL;
    }
#endif
    s.outcome->tried = s.tried = s.end = (char *)&s.outcome->found[desc->count];
#ifndef LAZYNCCL_WITHOUT_REPORT
    s.advice = LAZYNCCL_REMEDY;
#endif
#ifndef LAZYNCCL_WITHOUT_ARENA
    s.arena.error = &s.error;
#endif
#ifndef LAZYNCCL_WITHOUT_API
    s.set_path = __atomic_load_n(&library->base->path, __ATOMIC_ACQUIRE);
    s.set_handle = __atomic_load_n(&library->base->handle, __ATOMIC_ACQUIRE);
#endif
#ifndef LAZYNCCL_WITHOUT_ENV
    s.outcome->strict = is_on(lazynccl_setting(NULL, LAZYNCCL_STRICT));
    s.outcome->debug = is_on(lazynccl_setting(NULL, LAZYNCCL_DEBUG));
#endif
#ifndef LAZYNCCL_WITHOUT_RELATED
    lazynccl_prefer_majors(library, &s);
    lazynccl_order_sonames(&s);
    if (sibling) {
        s.location = "loaded";
        lazynccl_consider(&s, sibling);
        s.stop = 1;
    }
#endif
    for (int i = 0; i < LOCATIONS && !is_over(&s); i++)
        search_location(&s, i);
#ifdef LAZYNCCL_RECORDS
    lazynccl_opening_end(s.opening);
#endif
    if (!s.outcome->handle)
        write_reason(&s);
#ifndef LAZYNCCL_WITHOUT_ARENA
    free(s.arena.bytes);
#endif
    return s.outcome;
}
