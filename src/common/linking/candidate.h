/* A file that could serve as a library, and the verdict on that file.
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
    VERDICT_USABLE,      /* the file may still lack symbols */
    VERDICT_FOR_LINKING, /* in a folder of CUDA's stub libraries, which serve only to link */
    VERDICT_UNREADABLE,
    VERDICT_NEEDS_MORE, /* ld.so does not find a library that the file needs */
    VERDICT_IS_LAZYNCCL,
    VERDICT_WRONG_ARCH, /* ld.so skips the file */
    VERDICT_NOT_FOR_MUSL,
    VERDICT_NOT_REACHED, /* ld.so stops at an earlier file */
    VERDICT_OTHER_SONAME,
    VERDICT_EXPORTS_NOTHING, /* for this and the next verdict: ld.so opens the file, lazynccl not */
    VERDICT_TOO_OLD
};

struct candidate {
    char *path;                      /* NULL: none */
    const char *found_via;           /* `location` or `via` in a word */
    enum lazynccl_location location; /* the search location, if lazynccl's search found the file */
    enum lazynccl_via via;           /* what led ld.so to the file, if ld.so found it */
    enum verdict verdict;
    char *outcome; /* the verdict in words, or a missing symbol; "": no fault */
    int version;   /* 0: not known */
    /* the requester's undefined symbols that the file lacks; first the symbol in ld.so's message */
    struct strings missing;
};

/* The requirements that a candidate is checked against. */
struct requester {
    const struct lazynccl_description *description; /* of the library; NULL: it has no stub */
    const struct elf_file *file;                    /* the requesting file */
    struct undefined *undefined; /* symbols that `file` takes; NULL: find them by the SONAME */
    int minimum;                 /* the oldest release that will do; 0: any */
    const char *root;            /* the root of the candidates' file system */
    int file_named;              /* 1: a setting names the candidate itself */
};

/* Reads the file at a path, which begins with the root, and sets verdict, outcome, version and
 * missing. Returns the result of elf_cache_get(): NULL if the file cannot be read. */
const struct elf_file *candidate_read(struct candidate *, const struct requester *,
                                      const char *path);

/* Evaluates a file that is already read; the candidate has its version, if that is known. */
void candidate_evaluate(struct candidate *, const struct requester *, const struct elf_file *);

/* Returns the missing symbol that ld.so would name; NULL: none. */
const char *candidate_missing(const struct candidate *);

/* Returns 1 if the file cannot be read, or its version is not known and it has another SONAME or no
 * function of the library. Unless permission is missing, ld.so stops at such a file. */
int candidate_is_broken(const struct candidate *);

/* Returns 1 if the candidate is broken or lacks symbols. */
int candidate_is_faulty(const struct candidate *);
void candidate_free(struct candidate *);

/* Returns 1 if a location has no file, and no setting names a file or folder there. */
int candidate_is_idle(const struct candidate *);

/* Returns 1 if both are one file. `other` may be NULL. */
int candidate_is_same(const struct candidate *, const struct candidate *other);
