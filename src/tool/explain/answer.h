/* What a recognized line means: what happened, why, and what to do.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/explain/owner.h"

/* How much a line tells. */
enum answer_rank {
    CAUSE,
    EFFECT,    /* another message tells why, if there is one */
    BARE,      /* a code that says nothing of the cause */
    ASKED,     /* healthy runs also print it: counts if NCCL_NET_PLUGIN is set, or if NCCL
                  printed nothing else */
    ASKED_NET, /* the same with NCCL_NET */
    OTHERS,    /* a library that is not NVIDIA's: anything else tells more */
};

/* In the texts {L} is the library of a complaint with its title, {l} its name, {P} its path, {T}
 * the title, {F} the file that needs the library, {S} and {V} the symbol and its version, or the
 * name and the number of an error code, {R} the release that added or removed the symbol, {N} what
 * follows -l, {A} the linker's option for the lazynccl archive that has the library, {I} and {D}
 * the commands of pip and docker for it, {W} the framework of a C++ name. */
struct answer {
    enum answer_rank rank;
    const char *what; /* what happened, in one line; NULL: the first finding's */
    const char *why;  /* NULL: the first finding's */
    const char *help; /* NULL: the first finding's */
    const char *ids;  /* of findings that may be the cause, likeliest first; "": none */
    const char *word; /* "code" or "other"; NULL: the first finding is the answer */
};

/* Returns the answer to a complaint of a loader or linker. */
struct answer answer_to(const struct complaint *, const struct owner *);

/* Returns a text of an answer with the names of a complaint, to be freed; NULL stays NULL. */
char *answer_text(const char *text, const struct complaint *, const struct owner *);
