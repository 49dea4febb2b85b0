/* The search of a copy.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/core/search.h"
#include <string.h>

/* Returns 1, and adds a note, if LAZYNCCL_SEARCH leaves out the location. */
static int lazynccl_is_excluded(struct lazynccl_search *s)
{
    const char *words = lazynccl_setting(NULL, LAZYNCCL_SEARCH);
    size_t length = strlen(s->location);

    for (const char *at = words; at && (at = strstr(at, s->location)); at += length)
        if ((at == words || at[-1] == ',') && (at[length] == ',' || !at[length]))
            return 0;
    if (!words)
        return 0;
    lazynccl_note(s, "not searched: LAZYNCCL_SEARCH leaves it out");
    s->excluded = "; LAZYNCCL_SEARCH leaves out a location";
    return 1;
}

static void lazynccl_read_settings(struct lazynccl_search *s)
{
    s->outcome->strict = is_on(lazynccl_setting(NULL, LAZYNCCL_STRICT));
    s->outcome->debug = is_on(lazynccl_setting(NULL, LAZYNCCL_DEBUG));
}

/* Returns 1 for `loaded` if there is one SONAME: ld.so, asked next, finds a loaded file. */
static int lazynccl_is_asked_next(const struct lazynccl_search *s, lazynccl_location_look *look)
{
    return look == lazynccl_location_loaded && !s->sonames[1];
}

static int lazynccl_is_refused(struct lazynccl_search *s, const char *path)
{
    return s->check && !s->check(s, path);
}

static struct lazynccl_outcome *lazynccl_find_and_open(lazynccl_library *library,
                                                       const void *caller)
{
    const struct lazynccl_description *desc = library->description;
    struct lazynccl_search s = {.library = library,
                                .description = desc,
                                .sonames = desc->sonames,
                                .names = *desc->sonames,
                                .set_path = __atomic_load_n(&library->base->path, __ATOMIC_ACQUIRE),
                                .set_handle =
                                    __atomic_load_n(&library->base->handle, __ATOMIC_ACQUIRE),
                                .advice = LAZYNCCL_REMEDY,
                                .excluded = "",
                                .at_start = caller == library,
                                .location = "settings"};

    s.outcome = lazynccl_outcome_new(library);
    if (!s.outcome)
        return NULL;
    if (!lazynccl_begin_records(&s)) {
        lazynccl_outcome_free(library, s.outcome);
        return NULL;
    }
    s.outcome->tried = s.tried = s.end = (char *)&s.outcome->found[desc->count];
    lazynccl_read_settings(&s);
    lazynccl_prefer_majors(library, &s);
    lazynccl_order_sonames(&s);
    lazynccl_consider_sibling(&s);
    for (int i = 0; i < LOCATIONS && !is_over(&s); i++)
        search_location(&s, i);
    lazynccl_end_records(&s);
    write_reason(&s);
    lazynccl_arena_free(&s.arena);
    return s.outcome;
}
