/* What lazynccl's search and ld.so find for one library and one target.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/linking/candidate.h"
#include "common/machine/target.h"

/* One library for one target. Paths are as they are opened: with the root before them. */
struct search_result {
    const struct lazynccl_description *library;
    const struct target *target;
    int minimum;             /* the oldest release that will do; 0: any */
    const char *partner;     /* the partner's file, without the root, if it is open; or NULL */
    struct candidate *looks; /* the candidates, in the search's order */
    int count;
    struct candidate linker; /* what ld.so would give; no path: nothing */
    struct search_result *next;
};

/* Searches for the library that the first four members specify. */
struct search_result *search_result_read(const struct search_result *asked);

/* Finds the file that ld.so would give for the next SONAME that the target needs, or for every
 * SONAME, newest first, if it needs none. `number`, first 0, is where the search continues. Returns
 * 1, and the caller frees the file, or 0 after the last. */
int search_result_next_linker(const struct search_result *, int *number, struct candidate *);

/* Returns the file that lazynccl would load; NULL: none. */
const struct candidate *search_result_taken(const struct search_result *);

/* Returns the file that an entry of LAZYNCCL_LIBPATH names; NULL: none, or it names a folder. */
const struct candidate *search_result_of_entry(const struct search_result *, const char *entry);

/* Returns the file that LAZYNCCL_LIBPATH names for the library, or an unusable file in a folder
 * that it names, because the search ends there; NULL: none. */
const struct candidate *search_result_named(const struct search_result *);

/* Returns 1 if candidate number `look` is the file that lazynccl would load, or the same as an
 * earlier candidate of its location. */
int search_result_is_repeated(const struct search_result *, int look);
