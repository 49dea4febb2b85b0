/* A file that could serve as a library, and what would come of opening it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/linking/undefined.h"
#include "common/text/strings.h"
#include "runtime/search/search.h"
#include "runtime/search/view.h"

enum verdict {
    VERDICT_NONE,        /* no file: `outcome` says why */
    VERDICT_UNSET,       /* no file: the setting that would name it is not set */
    VERDICT_REFUSED,     /* no file: `outcome` names a mistake, such as a bad value of a variable */
    VERDICT_USABLE,      /* it may still lack symbols */
    VERDICT_FOR_LINKING, /* one of CUDA's stubs */
    VERDICT_UNREADABLE,
    VERDICT_NEEDS_MORE, /* ld.so does not find a library that it needs */
    VERDICT_IS_LAZYNCCL,
    VERDICT_WRONG_ARCH, /* ld.so skips it */
    VERDICT_NOT_FOR_MUSL,
    VERDICT_NOT_REACHED, /* ld.so stops at an earlier file */
    VERDICT_OTHER_SONAME,
    VERDICT_EXPORTS_NOTHING, /* this and all below: ld.so opens the file, lazynccl rejects it */
    VERDICT_TOO_OLD
};

struct candidate {
    char *path;                      /* NULL: none */
    const char *found_via;           /* the search location, or what led ld.so to it, in a word */
    enum lazynccl_location location; /* of lazynccl's search, if that found it */
    enum lazynccl_via via;           /* what led ld.so to it, if ld.so found it */
    enum verdict verdict;
    char *outcome;          /* the verdict in words, or what it lacks; "": nothing against it */
    struct strings missing; /* the undefined symbols that it does not define; first the one that
                               ld.so would name */
    int version;            /* 0: not known */
};

/* The requirements that a candidate is checked against. */
struct requester {
    const struct lazynccl_description *description; /* the library's; NULL: it has no stub */
    const struct elf_file *file;                    /* the requesting file */
    struct undefined *undefined; /* what that file uses; NULL: read for the candidate's SONAME */
    int minimum;                 /* the oldest release that will do; 0: any */
    const char *root;            /* the root of the candidates' file system */
    int file_named;              /* 1: a setting names the candidate itself */
};

/* Reads the file at a path, and fills in the unknown members. Returns the file, which is valid as
 * long as one of elf_cache_get(); NULL if it cannot be read. */
const struct elf_file *candidate_read(struct candidate *, const struct requester *,
                                      const char *path);

/* Evaluates a file that is already open, and whose version is not known. */
void candidate_evaluate(struct candidate *, const struct requester *, const struct elf_file *);

/* Returns the missing symbol that ld.so would name; NULL: none. */
const char *candidate_missing(const struct candidate *);

/* Returns 1 if the file is not a library, so that it has no version. ld.so stops at such a file. */
int candidate_is_broken(const struct candidate *);

/* Returns 1 if the candidate is broken, or lacks something that the file needs. */
int candidate_is_faulty(const struct candidate *);
void candidate_free(struct candidate *);

/* Returns 1 if a location has no file, and no setting says that it should. */
int candidate_is_idle(const struct candidate *);

/* Returns 1 if both are one file. `other` may be NULL. */
int candidate_is_same(const struct candidate *, const struct candidate *other);
