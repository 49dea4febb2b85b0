/* What lazynccl's search and ld.so give a target of one library.
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
    struct candidate *looks; /* in the search's order */
    int count;
    struct candidate linker; /* what ld.so would give; no path: nothing */
    struct search_result *next;
};

/* The answer to what the first four members ask. */
struct search_result *search_result_read(const struct search_result *asked);

/* Calls with what ld.so would give by each SONAME that the target needs; if it needs none, by
 * every one, newest first. The visitor owns it; 1 stops. */
typedef int search_result_visit(void *context, struct candidate *);
void search_result_each_linker(const struct search_result *, search_result_visit *, void *context);

/* What lazynccl would take; NULL: nothing. */
const struct candidate *search_result_taken(const struct search_result *);

/* The file of it that LAZYNCCL_LIBPATH names, which is taken or nothing; NULL: none. */
const struct candidate *search_result_named(const struct search_result *);

/* 1 if the candidate of this number is the file that is taken, or an earlier one of its location.
 */
int search_result_is_repeated(const struct search_result *, int look);
