/* What a stand-in opens at its first call.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/linking/search_result.h"

struct standin {
    char *path;                  /* of the real file; NULL: not found */
    const struct elf_file *file; /* from elf_cache_get() */
    const char *found_via;       /* a location, in a word */
    int version;                 /* of a library that has a stub; 0: not known */
    char *made_from;             /* "nvidia-cublas 13.4.1.3"; NULL: made from a stub */
    struct strings missing;      /* with `made_from`: functions that the real library lacks */
};

/* Returns the file that a search found, without `made_from` and `missing`. */
struct standin standin_of(const struct search_result *);

/* Searches as the stand-in `file`, which is the target's module, does at its first call. */
struct standin standin_look(const struct target *, const struct elf_file *);
void standin_free(struct standin *);

/* Returns the missing functions as "a, b, c and 3 more", to be freed. */
char *standin_missing(const struct standin *);
