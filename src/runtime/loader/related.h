/* Related libraries: suffix families, partners and companions.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/loader/attempt.h"
#include "runtime/loader/variant.h"

#ifndef LAZYNCCL_WITHOUT_RELATED
/* Returns the newest minor of a suffix family in an open library, or -1. */
int lazynccl_newest_suffix(const lazynccl_library *, void *handle, int major);

/* Returns the only suffix family that the program links, or NULL if it links none or several. */
lazynccl_library *lazynccl_only_family(lazynccl_library *base);

/* Returns the CUDA major for which the program was built, by its suffix family or the builder's
 * choice; 0 if unknown. */
int lazynccl_program_major(const lazynccl_library *);

/* Returns the CUDA major of an open library if it is not the program's, else 0. */
int lazynccl_other_major(const lazynccl_library *, const struct lazynccl_outcome *);

/* Says how a function of an open library of another CUDA major differs from the program's, so that
 * it must not be called: "differs between ..."; NULL if it does not. */
LAZYNCCL_COLD const char *lazynccl_changed(const lazynccl_library *, int index,
                                           const struct lazynccl_outcome *);

/* Replaces such functions in an outcome by those that take the same arguments in the library's
 * major, under another name, or removes them. */
void lazynccl_adapt_to_major(const lazynccl_library *, void *handle, struct lazynccl_outcome *);

/* Returns the file of the same library that another suffix family has open, or the plain names: one
 * program uses one. NULL if there is none. */
const char *lazynccl_sibling_file(lazynccl_library *);

/* Adds the partner's file, and the CUDA majors to prefer if the called names do not show the major.
 */
void lazynccl_prefer_majors(const lazynccl_library *, struct lazynccl_search *);

/* Adds a line if the versions of partners do not match. The pair is used nevertheless. */
LAZYNCCL_COLD void lazynccl_add_partner_warning(struct lazynccl_text *, lazynccl_library *);

/* Opens the companion next to a library of this version, because the library's own search would
 * miss it. If the library's file is a link, also looks next to its target. */
void lazynccl_open_companion(struct lazynccl_search *, const char *file, int version);
#else /* a vendored copy of libraries that have none of these */
#define lazynccl_newest_suffix(library, handle, major) ((void)(handle), -1)
#define lazynccl_only_family(base) NULL
#define lazynccl_program_major(library) 0
#define lazynccl_other_major(library, outcome) 0
#define lazynccl_changed(library, index, outcome) NULL
#define lazynccl_adapt_to_major(library, handle, outcome) ((void)(handle), (void)(outcome))
#define lazynccl_sibling_file(library) NULL
#define lazynccl_prefer_majors(attempt, wanted) (void)(attempt)
#define lazynccl_add_partner_warning(text, library) (void)(text)
#define lazynccl_open_companion(search, file, version) (void)(file)
#endif
