/* How the search for a library ended, and what its loader knows and says of it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_LOADER_OUTCOME_H
#define LAZYNCCL_LOADER_OUTCOME_H

#include "library/library.h"
#include "loader/text.h"
#include "search/loaded.h"

/* Immutable once published, never freed. */
struct lazynccl_outcome {
    void *handle;      /* NULL: the library is not available */
    int major;         /* of the open library's soname */
    unsigned order;    /* 1 for the first library that this copy opened, and so on */
    int strict, debug; /* 1: LAZYNCCL_STRICT, LAZYNCCL_DEBUG was set */
    const char *path;  /* for people; NULL if not open, like the next two */
    const char *file;  /* the same path as its bytes are */
    const char *place;
    const char *fault;                       /* why it is not open and what to do; NULL if it is */
    const char *tried;                       /* the lines of the report */
    const struct lazynccl_outcome *replaced; /* the failure before it; others may still read that */
    lazynccl_symbol found[]; /* by slot; NULL: absent. Only there if the library is open */
};

/* What is known, without opening anything; NULL: not searched for yet.
 * lazynccl_success_of: NULL also if it is not open. */
const struct lazynccl_outcome *lazynccl_outcome_of(lazynccl_library *);
const struct lazynccl_outcome *lazynccl_success_of(lazynccl_library *);

/* The version that an open library reports; 0 if it reports none. */
int lazynccl_version_asked(const lazynccl_library *, void *handle, int major);

/* The same for a library that may be open; 0 if it is not. */
int lazynccl_version_of(lazynccl_library *);

/* A root stands for itself and its suffix families: visits all of them that are linked. */
#define LAZYNCCL_FOR_EACH_OF(root_, library)                                                       \
    for (int i_ = 0; i_ < lazynccl_libraries_count; i_++)                                          \
        for (lazynccl_library *library = lazynccl_libraries[i_];                                   \
             library && library->root == (root_); library = NULL)

/* The one suffix family that the program links, or NULL if it links none or several. */
lazynccl_library *lazynccl_only_family(lazynccl_library *root);

/* loader.c */

/* What is known of a library, searched for now if it is not known; `again`: also if it is known as
 * a failure. Keeps errno. NULL only within the library's own constructors, or if memory is
 * short. */
const struct lazynccl_outcome *lazynccl_look(lazynccl_library *, int again, const void *caller);

/* resolve.c */

/* A function of an open library by name; NULL if it has none, or if the name leads to a lazynccl
 * build: a call would then come back to us forever. own: the library's object. */
lazynccl_symbol lazynccl_symbol_in(void *handle, const char *symbol,
                                   const struct lazynccl_objects *own);

/* Resolves every slot: the name itself, or a versioned name's nearest that the library has. Returns
 * how many of `found` are not NULL. */
int lazynccl_resolve_all(const lazynccl_library *, void *handle, int major,
                         const struct lazynccl_objects *own, lazynccl_symbol *found);

/* The newest minor of a suffix family that an open library has; -1: none. */
int lazynccl_newest_suffix(const lazynccl_library *, void *handle, int major);

/* partner.c */

/* The library whose version must fit this one's, the open one if any is; NULL: there is none in
 * this build. */
lazynccl_library *lazynccl_partner_of(lazynccl_library *);

/* A copy of it that is loaded, though not by us: by another drop-in, or by code that does not use
 * lazynccl. NULL: there is none. */
const struct lazynccl_object *lazynccl_partner_elsewhere(const lazynccl_library *,
                                                         const struct lazynccl_objects *);

/* A pair of partners whose versions do not fit is used, and this line is in both reports. NULL:
 * they fit, or one of them is not open. Kept. */
LAZYNCCL_COLD const char *lazynccl_partner_warning(lazynccl_library *);

/* report.c */

/* The texts of lazynccl_error and lazynccl_report, kept. `index`: a slot, or -1 for the library
 * itself; NULL if it is there. */
LAZYNCCL_COLD const char *lazynccl_reason_for(lazynccl_library *, int index);
LAZYNCCL_COLD const char *lazynccl_report_of(lazynccl_library *);

/* Adds what to do about a library, or a version of it, that is missing: install or name one. Two
 * packages at most: those for the CUDA releases that people have. `version`: 0, any will do. */
LAZYNCCL_COLD void lazynccl_add_remedy(struct lazynccl_text *, const struct lazynccl_description *,
                                       int version);

#endif
