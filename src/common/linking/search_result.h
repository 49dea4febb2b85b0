/* What lazynccl's search and ld.so give a consumer of one library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/linking/candidate.h"
#include "common/machine/target.h"

/* One library for one consumer. Paths are as they are opened: with the root before them. */
struct answer {
    const struct lazynccl_description *library;
    const struct consumer *consumer;
    int minimum;             /* the oldest release that will do; 0: any */
    const char *partner;     /* the partner's file, without the root, if it is open; or NULL */
    struct candidate *looks; /* in the search's order */
    int count;
    struct candidate linker; /* what ld.so would give; no path: nothing */
    struct answer *next;
};

/* The answer to what the first four members ask. */
struct answer *answer_read(const struct answer *asked);

/* Calls with what ld.so would give by each SONAME that the consumer needs; if it needs none, by
 * every one, newest first. The visitor owns it; 1 stops. */
typedef int answer_visit(void *context, struct candidate *);
void answer_each_linker(const struct answer *, answer_visit *, void *context);

/* What lazynccl would take; NULL: nothing. */
const struct candidate *answer_taken(const struct answer *);

/* The file of it that LAZYNCCL_LIBPATH names, which is taken or nothing; NULL: none. */
const struct candidate *answer_named(const struct answer *);
