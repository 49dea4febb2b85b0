/* What would come of opening a file for a consumer, and what ld.so and lazynccl would give it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_LINKING_CANDIDATE_H
#define LAZYNCCL_TOOL_LINKING_CANDIDATE_H

#include "tool/machine/consumer.h"

/* A file that was looked at, or what a place had to say instead. */
struct look {
    char *place;
    char *path;    /* as it is opened: with the root before it. NULL: `outcome` says it all */
    char *outcome; /* why it will not do, or what it lacks; "": nothing against it */
    char *lacks;   /* the first symbol that the consumer demands of it in vain; NULL: none */
    int version;   /* 0: not known */
    int usable;
    int foreign; /* 1: made for another machine: ld.so passes it over */
    int ours;    /* 1: a form of lazynccl */
    int wrong;   /* 1: `outcome` names a mistake, such as a bad value of a variable */
};

/* One library for one consumer. Start with the first three members; free it in any case. */
struct answer {
    const struct lazynccl_description *is;
    const struct consumer *consumer;
    int minimum;         /* what is older will not do; 0: any */
    const char *partner; /* the partner's file, without the root, if it is open; NULL: it is not */
    struct look *looks;  /* in the search's order */
    int count;
    struct look linker; /* what ld.so would give; no path: nothing */
};

/* Goes through every place of the search, to its end. */
void answer_search(struct answer *);

/* Asks as ld.so would: by the sonames that the consumer needs; if it needs none, by every one,
 * newest first. */
void answer_linker(struct answer *);

/* Asks as ld.so would by one soname. */
void answer_soname(struct answer *, const char *soname);

/* Adds to `looks` all that ld.so would come to by one soname, were it to go on: the first is what
 * it gives. */
void answer_each(struct answer *, const char *soname);

/* What lazynccl would take; NULL: nothing. */
const struct look *answer_taken(const struct answer *);
void answer_free(struct answer *);

/* A symbol that `asks` demands of this library and the file does not have, or NULL. NCCL's carry no
 * version: there a demand is of whoever is known to have it. */
const char *candidate_missing(const struct lazynccl_description *, const struct elf_file *asks,
                              const struct elf_file *);

/* 1 if the file exports a symbol of that name, of whatever version. */
int candidate_exports(const struct elf_file *, const char *name);

#endif
