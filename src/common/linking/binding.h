/* Which library the dynamic linker gives a file for one SONAME, and which symbols that library
 * lacks.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * `doctor`, `audit` and `symbols` all use this result, so that they agree; rules/needs.c and
 * rules/files.c report problems with it. Paths of candidates are those of the requesting file. */
#pragma once

#include "common/linking/candidate.h"
#include "common/linking/facts.h"
#include "common/machine/nvidia.h"
#include "common/machine/target.h"

struct binding {
    char *file; /* that asks, as it is shown */
    char *soname;
    struct nvidia vendor;
    int declared;             /* declared in .note.dlopen: opened on demand; 0: DT_NEEDED */
    int by_lazynccl;          /* 1: the file contains lazynccl, which opens it at its first call */
    int needless;             /* 1: the file uses nothing of it */
    struct strings undefined; /* the symbols that the file wants of it, as far as can be told */
    struct candidate
        *candidates;            /* the first is what ld.so gives; those after it only where that */
    size_t candidate_count;     /* is in question: it lacks symbols, or LD_LIBRARY_PATH led to it */
    struct candidate preloaded; /* the file that is loaded before and then serves; no path: none */
    const char *first; /* the package whose sources open that before the file; NULL: none, and the
                          file is only what something else could load */
};

/* Start with {0}. */
struct bindings {
    struct binding *list;
    size_t count;
};

/* Returns a file in hand, with its path and `found_via` in the candidate. Returns NULL if not
 * found; if the candidate's path is set, several files match. */
typedef const struct elf_file *binding_find(void *context, const struct elf_file *asks,
                                            const struct binding *, struct candidate *);

/* Where a file's libraries come from. */
struct binding_source {
    const struct target *target; /* whom ld.so serves; NULL: `find` is asked */
    binding_find *find;          /* as in a wheel, which has no file system yet */
    binding_find *preloaded;     /* a file that others may load before; or NULL */
    struct facts *packages;      /* of what packages open before a file; or NULL */
    void *context;
};

/* Adds the binding of a file to a library, of any vendor. */
void bindings_add(struct bindings *, const struct elf_file *asks, const char *file,
                  const char *soname, int declared, const struct binding_source *);
void bindings_free(struct bindings *);

/* Returns 1 if the file needs a library that is not part of each system. */
int bindings_needs_others(const struct elf_file *);

/* The first function of an NVIDIA library that a file calls, unless bindings_needs_others(); it
 * stands for all, because a library that was left out has many. NULL: none. */
const char *bindings_lacking(const struct elf_file *);

/* The file that ld.so gives, usable or not; NULL: none. */
static inline const struct candidate *binding_given(const struct binding *binding)
{
    return binding->candidate_count ? binding->candidates : NULL;
}

/* 1 if the package opens a copy before the file that will do. */
static inline int binding_is_served(const struct binding *binding)
{
    return binding->first && binding->preloaded.path && !candidate_is_faulty(&binding->preloaded);
}

/* The library that the file could end up with: the one loaded before, else the one that ld.so
 * gives; without a path: none. */
static inline const struct candidate *binding_serving(const struct binding *binding)
{
    return binding->preloaded.path || !binding->candidate_count ? &binding->preloaded
                                                                : binding->candidates;
}
