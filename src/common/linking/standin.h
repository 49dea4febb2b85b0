/* What a stand-in opens at its first call.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/linking/search_result.h"

struct standin {
    char *path;                  /* of the real file; NULL: none is found */
    const struct elf_file *file; /* lives as elf_cache_get() says */
    const char *found_via;       /* a location, in a word */
    int version;                 /* of a library that has a stub; 0: not known */
    char *made_from;             /* "nvidia-cublas 13.4.1.3"; NULL: a stub */
    struct strings
        missing; /* if it was made from a file: its functions that the real library lacks */
};

/* The file that a search takes. */
struct standin standin_of(const struct search_result *);

/* Searches with the view of the stand-in that is the target's module. */
struct standin standin_look(const struct target *, const struct elf_file *);
void standin_free(struct standin *);

/* "a, b and 3 more", to be freed. */
char *standin_missing(const struct standin *);
