/* Related libraries: suffix families, partners and companions.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/loader/attempt.h"
#include "runtime/loader/variant.h"

/* Returns the newest minor of a suffix family in an open library, or -1. */
int lazynccl_newest_suffix(const lazynccl_library *, void *handle, int major);

/* Returns the only suffix family that the program links, or NULL if it links none or several. */
lazynccl_library *lazynccl_only_family(lazynccl_library *base);

/* Returns the CUDA major for which the program was built, by its suffix family or the builder's
 * choice; 0 if unknown. */
int lazynccl_program_major(const lazynccl_library *);

/* Returns the CUDA major of an open library if it is not the program's, else 0. */
int lazynccl_other_major(const lazynccl_library *, const struct lazynccl_outcome *);

/* Returns how a function differs between the open library's CUDA major and the program's, so that
 * it must not be called: "differs between ..."; NULL if it does not differ. */
LAZYNCCL_COLD const char *lazynccl_changed(const lazynccl_library *, int index,
                                           const struct lazynccl_outcome *);

/* Replaces functions that lazynccl_changed() reports by those of other names that take the same
 * arguments in the library's major, or removes them from the outcome. */
void lazynccl_adapt_to_major(const lazynccl_library *, void *handle, struct lazynccl_outcome *);

/* Evaluates to 1 if there may be a build of the library for each major of CUDA. */
#define lazynccl_has_majors(desc)                                                                  \
    ((desc)->partner || (desc)->cuda_majors || lazynccl_is_cuda_named(desc))

/* Opens the companion of an accepted library, and notes if the library is of another CUDA major. */
void lazynccl_accept_related(struct lazynccl_search *);

/* Sets `file` to what another suffix family or the base library has open: a program uses one file.
 * Leaves `file` unchanged if there is none. */
void lazynccl_find_sibling(lazynccl_library *, const char **file);

/* Sets the partner's file and the CUDA majors to prefer. */
void lazynccl_prefer_majors(const lazynccl_library *, struct lazynccl_search *);

/* Adds a line if the versions of partners do not match. The pair is used nevertheless. */
LAZYNCCL_COLD void lazynccl_add_partner_warning(struct lazynccl_text *, lazynccl_library *);

/* Opens the companion next to a library of this version, because the library's own search would
 * miss it. If the library's file is a link, also looks next to its target. */
void lazynccl_open_companion(struct lazynccl_search *, const char *file, int version);

/* Returns 1, and sets `other`, if another name may replace `name`, which the open library lacks:
 * the plain name for a suffixed one, the name with the newest suffix for a plain one. */
int lazynccl_find_other_name(const lazynccl_library *, const char *name, void *handle, int major,
                             char other[LAZYNCCL_SYMBOL_BYTES]);

/* Sets the version of a library that shows it only by the newest suffix of its functions, as
 * nvJitLink 12.0 to 12.2. */
void lazynccl_read_suffix(const lazynccl_library *, void *handle, const struct lazynccl_outcome *,
                          int *version);

/* Returns the library or family that represents a base library: the first that was opened, else the
 * one that was searched for, else the only family that is linked, else the base library. */
lazynccl_library *lazynccl_in_use(lazynccl_library *base);

/* Sets `member` to the library or family that has a symbol, and returns its slot; if none has it,
 * the one in use, and returns -1. A plain name is first looked up in the family in use, because
 * NVIDIA's header turns nvJitLinkCreate() into __nvJitLinkCreate_13_5(). */
int lazynccl_slot_of(lazynccl_library **member, const char *symbol);

/* Says why a file must not be opened beside a library, or returns NULL. */
const char *lazynccl_why_not_opened(struct lazynccl_search *, const char *path);

/* The library whose version must match. The first function finds a copy that other code loaded, the
 * second one that lazynccl opened. Members that they do not find stay unchanged. */
struct lazynccl_partner {
    const struct lazynccl_description *description;
    lazynccl_library *base; /* this build's library, or NULL */
    const char *path;       /* NULL if none is loaded */
    int major, version;     /* 0 if unknown */
};
void lazynccl_find_loaded_partner(const lazynccl_library *, const struct lazynccl_view *,
                                  struct lazynccl_partner *);
void lazynccl_find_own_partner(const lazynccl_library *, struct lazynccl_partner *);
