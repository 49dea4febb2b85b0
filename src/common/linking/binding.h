/* Which library the dynamic linker gives a file for one SONAME, and which symbols that library
 * lacks.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * `doctor`, `audit` and `symbols` all use this result, so that they agree; rules/needs.c and
 * rules/files.c report problems with it. Paths of candidates are without the root. */
#pragma once

#include "common/linking/candidate.h"
#include "common/linking/facts.h"
#include "common/machine/nvidia.h"
#include "common/machine/target.h"

struct binding {
    char *file; /* the requesting file, as it is shown */
    char *soname;
    struct nvidia vendor;         /* facts about the SONAME */
    int declared;                 /* declared in .note.dlopen: opened on demand; 0: DT_NEEDED */
    int by_lazynccl;              /* 1: lazynccl in the file opens the library at its first call */
    int needless;                 /* 1: the file uses nothing of the library */
    struct strings undefined;     /* the symbols that the file takes from the library, if known */
    struct candidate *candidates; /* first the file that ld.so gives; others follow only if that
                                     file lacks symbols, or LD_LIBRARY_PATH led to it */
    size_t candidate_count;
    struct candidate preloaded; /* another copy, which the file uses if something loads that copy
                                   before the file; path NULL: none */
    const char *first; /* the package that opens `preloaded` before the file; NULL: unknown */
};

/* Start with {0}. */
struct bindings {
    struct binding *list;
    size_t count;
};

/* Returns the file of the library for a binding, and sets the candidate's path and `found_via`.
 * Returns NULL if not found; if the candidate's path is set then, several files match. */
typedef const struct elf_file *binding_find(void *context, const struct elf_file *asks,
                                            const struct binding *, struct candidate *);

/* How to find a file's libraries. */
struct binding_source {
    const struct target *target; /* the target for which ld.so searches; NULL: `find` is called */
    binding_find *find;          /* finds a library without ld.so, as inside a wheel; or NULL */
    binding_find *preloaded;     /* finds a copy that another file may load before; or NULL */
    struct facts *packages;      /* to find what packages open before a file; or NULL */
    void *context;               /* for both functions */
};

/* Adds the binding of a file to a library, of any vendor. */
void bindings_add(struct bindings *, const struct elf_file *asks, const char *file,
                  const char *soname, int declared, const struct binding_source *);
void bindings_free(struct bindings *);

/* Returns 1 if the file needs a library for which nvidia_is_base() returns 0. */
int bindings_needs_others(const struct elf_file *);

/* Returns the first function of an NVIDIA library that a file calls although no library that it
 * needs could define the function (bindings_needs_others()). NULL: none. */
const char *bindings_lacking(const struct elf_file *);

/* Returns the file that ld.so gives, usable or not; NULL: none. */
static inline const struct candidate *binding_given(const struct binding *binding)
{
    return binding->candidate_count ? binding->candidates : NULL;
}

/* Returns 1 if a package opens a copy without faults before the file. */
static inline int binding_is_served(const struct binding *binding)
{
    return binding->first && binding->preloaded.path && !candidate_is_faulty(&binding->preloaded);
}

/* Returns the library that the file ends up with: the preloaded copy, or else the file that ld.so
 * gives. If there is neither, the result has no path. */
static inline const struct candidate *binding_serving(const struct binding *binding)
{
    return binding->preloaded.path || !binding->candidate_count ? &binding->preloaded
                                                                : binding->candidates;
}
