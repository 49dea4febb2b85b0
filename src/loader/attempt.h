/* A search for one library in this process, under way.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_LOADER_ATTEMPT_H
#define LAZYNCCL_LOADER_ATTEMPT_H

#include "loader/outcome.h"
#include "loader/text.h"
#include "search/search.h"

struct lazynccl_attempt {
    lazynccl_library *library;
    const struct lazynccl_objects *loaded; /* before it began */
    struct lazynccl_outcome *outcome;      /* filled when a candidate is taken */
    int minimum;                           /* the version that is required; 0: any */
    const char *place, *name;              /* of the candidate under way */
    struct lazynccl_text tried;            /* the report's lines */
    struct lazynccl_text fault;            /* of the first candidate that will not do, or */
    int blamed;                            /* 1: of a setting that is a mistake */
};

/* Adds a line to the report. */
void lazynccl_attempt_line(struct lazynccl_attempt *, const char *format, ...)
    LAZYNCCL_PRINTF(2, 3);

/* Notes why the candidate will not do; the first such reason becomes the library's. Returns
 * LAZYNCCL_AFTER. */
LAZYNCCL_COLD enum lazynccl_verdict lazynccl_attempt_refuse(struct lazynccl_attempt *,
                                                            const char *why);

/* Why a version is too old, in `text`; NULL if it is not. */
LAZYNCCL_COLD const char *lazynccl_attempt_too_old(const struct lazynccl_attempt *, int version,
                                                   char *text, size_t size);

/* Why dlopen failed, though a tool that is preloaded may have asked that before us. */
LAZYNCCL_COLD const char *lazynccl_dlerror(void);

/* open.c */

/* Tries a candidate, or notes what the search has to say; `context` is the attempt. */
enum lazynccl_verdict lazynccl_try_candidate(void *context, const struct lazynccl_candidate *);

/* 1 if this thread is opening the library right now, and was called back: by its constructors, or
 * by the function that was asked for its version. Then a symbol of it comes from what is being
 * opened, and is NULL if that does not export it, or if nothing is being opened. Keeps errno. */
int lazynccl_opening(const lazynccl_library *);
lazynccl_symbol lazynccl_symbol_while_opening(lazynccl_library *, int index);

/* accept.c */

/* No DEEPBIND: AddressSanitizer refuses to run with it.
 * NOW: symbols that the library itself lacks show here and not at some later call.
 * LOCAL: its names must not answer other objects' lookups (a hundred of NCCL's in a Python).
 * NODELETE: it has threads and thread-key destructors; unmapped under them it crashes. */
#define LAZYNCCL_DLOPEN (RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)

#define LAZYNCCL_FOR_LINKING "for linking only, not the real library"

/* 1 if the file lies in a folder of libraries to link with, which contain no code. */
int lazynccl_in_stubs(const char *path);

/* Takes what was opened as the candidate, or says why not. `own`: only its object. */
enum lazynccl_verdict lazynccl_accept(struct lazynccl_attempt *, void *handle,
                                      const struct lazynccl_objects *own);

/* process.c */

/* The view of the module that holds lazynccl; `caller`: an address in what called it, or NULL.
 * Lives as long as `loaded`. */
struct lazynccl_view lazynccl_view_of_process(const struct lazynccl_objects *loaded,
                                              const void *caller);

#endif
