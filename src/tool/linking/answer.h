/* What lazynccl's search and ld.so give a consumer of one library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/linking/candidate.h"
#include "tool/machine/consumer.h"

/* One library for one consumer. Start with the first four members; free it in any case. Paths are
 * as they are opened: with the root before them. */
struct answer {
    const struct lazynccl_description *library;
    const struct consumer *consumer;
    int minimum;             /* the oldest release that will do; 0: any */
    const char *partner;     /* the partner's file, without the root, if it is open; or NULL */
    struct candidate *looks; /* in the search's order */
    int count;
    struct candidate linker; /* what ld.so would give; no path: nothing */
};

/* Goes through every place of the search, to its end. */
void answer_search(struct answer *);

/* Asks as ld.so would: by the sonames that the consumer needs; if it needs none, by every one,
 * newest first. */
void answer_linker(struct answer *);

/* What lazynccl would take; NULL: nothing. */
const struct candidate *answer_taken(const struct answer *);
void answer_free(struct answer *);
