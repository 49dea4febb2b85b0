/* Facts that several rules need, each read when the first of them asks.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_LINKING_FACTS_H
#define LAZYNCCL_TOOL_LINKING_FACTS_H

#include "tool/linking/answer.h"
#include "tool/machine/machine.h"

struct facts;

/* A kind of facts, and how they are read and freed. */
struct facts_kind {
    void *(*read)(struct facts *); /* never NULL */
    void (*free)(void *);
};

enum { FACTS_KINDS = 8 }; /* at most */

/* Start with the machine. */
struct facts {
    struct machine *machine;
    struct {
        const struct facts_kind *kind;
        void *value;
    } read[FACTS_KINDS];
};

/* The facts of that kind; they live as long as `facts`. */
void *facts_get(struct facts *, const struct facts_kind *);
void facts_free(struct facts *);

/* What the search and ld.so give of a library; nccl, nvrtc or nvjitlink. */
const struct answer *facts_answer(struct facts *, const char *library);

/* What a consumer would get of it: lazynccl's, else ld.so's; NULL: nothing. */
const struct candidate *facts_copy(struct facts *, const char *library);

#endif
