/* What lines of all kinds mean, and what to do.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/explain/classes.h"
#include "tool/explain/owner.h"

/* How much a line tells. */
enum answer_kind {
    CAUSE,
    EFFECT,    /* another message tells why, if there is one */
    BARE,      /* a code that says nothing of the cause */
    ASKED,     /* healthy runs also print it: counts if NCCL_NET_PLUGIN is set, or if NCCL
                  printed nothing else */
    ASKED_NET, /* the same with NCCL_NET */
    OTHERS,    /* a library that is not NVIDIA's: anything else tells more */
};

/* In `means`, `help` and `otherwise` {L} is the library of a complaint, with its title, {l} its
 * name, {P} its path, {E} it or a library that it needs, {T} the title, {O} where it comes from,
 * {C} the product that has it, with its release, {F} the file that needs the library, {S} and {V}
 * the symbol and its version, {R} the release that added it, {N} what follows -l, {A} "; or link
 * -llazynccl, ..." if that has it, {D} the packages with its headers, {W} the folder of its file.
 */
struct answer {
    enum answer_kind kind;
    const char *means;     /* one line; NULL: the first finding's */
    const char *ids;       /* of findings that may be the cause, likeliest first; "": none */
    const char *help;      /* NULL: the first finding's */
    const char *otherwise; /* what else may help; NULL: nothing */
    const char *word;      /* in JSON, permanent; NULL: the first finding is the answer */
    const char *removed;   /* of a class: the removed findings that it replaces; "": none */
};

/* Answers that several kinds of lines have, each with its word. */
#define CLASS(class, ...) CLASS_##class,
enum answer_class { CLASSES(CLASS) CLASS_COUNT };
#undef CLASS
extern const struct answer answer_classes[CLASS_COUNT];

/* The answer to lines that have a pattern; see pattern_matches(). */
struct message_row {
    const char *patterns; /* in lower case, without quotes */
    struct answer answer; /* without ids: only the kind, and the class has the rest */
    enum answer_class class_of;
};

/* A text of an answer with the names of a complaint, to be freed; NULL stays NULL. */
char *answer_text(const char *text, const struct complaint *);
