/* A search for one library in this process, and how it ended: the loader's own words to itself.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_LOADER_ATTEMPT_H
#define LAZYNCCL_LOADER_ATTEMPT_H

#include "library/compiler.h"
#include "library/library.h"
#include "search/search.h"
#include "search/view.h"

#include <stdarg.h>

/* text.c: texts, built a part at a time, kept for good, printed */

/* A text that grows in an arena. Starts with the arena alone; `bytes` is NULL or ends with NUL. */
struct lazynccl_text {
    struct lazynccl_arena *arena;
    char *bytes;
    size_t length, room;
};

/* Adds formatted text as a part of a line: control characters and bytes that are not UTF-8 become
 * \xNN, and of more than a kilobyte the middle is left out. */
void lazynccl_text_add(struct lazynccl_text *, const char *format, ...) LAZYNCCL_PRINTF(2, 3);
void lazynccl_text_add_list(struct lazynccl_text *, const char *format, va_list)
    LAZYNCCL_PRINTF(2, 0);

/* Adds a path, whole and cleaned in the same way. */
void lazynccl_text_add_path(struct lazynccl_text *, const char *path);

/* Adds lines, or the end of one, as they are. */
void lazynccl_text_add_lines(struct lazynccl_text *, const char *lines);

/* Keeps a copy of a text for as long as the module is loaded. Equal texts are kept once, so that
 * asking again costs no memory. NULL if memory is short. */
const char *lazynccl_text_keep(const char *bytes);

/* The same for a text that is complete, whose arena it frees. Never NULL: says if memory was
 * short. */
const char *lazynccl_text_end(struct lazynccl_text *);
#define LAZYNCCL_MEMORY_SHORT "memory is short; the next call looks again"

/* Frees what is kept. */
void lazynccl_text_forget(void);

/* Prints a line or more to stderr in one write, each step of LAZYNCCL_DEBUG as it happens. */
void lazynccl_text_print(const char *title, const char *text);

/* How the search for a library ended */

/* Immutable once published; freed when the module that holds lazynccl is closed. */
struct lazynccl_outcome {
    struct lazynccl_arena arena; /* for this and all that it points to */
    void *handle;                /* NULL: the library is not available */
    int major;                   /* of the open library's soname */
    unsigned order;              /* 1 for the first library that this copy opened, and so on */
    int strict, debug;           /* 1: LAZYNCCL_STRICT, LAZYNCCL_DEBUG was set */
    int passing;                 /* 1: not known, something was short: the next call looks again */
    const char *path;            /* for people; NULL if not open, like the next two */
    const char *file;            /* the same path as its bytes are */
    const char *place;
    const char *fault;                 /* why it is not open and what to do; NULL if it is */
    const char *tried;                 /* the lines of the report */
    struct lazynccl_outcome *replaced; /* the failure before it; others may still read that */
    lazynccl_symbol found[];           /* by slot: the open library's functions; NULL: absent */
};

/* What is known, without opening anything; NULL: not searched for yet.
 * lazynccl_success_of: NULL also if it is not open. */
const struct lazynccl_outcome *lazynccl_outcome_of(lazynccl_library *);
const struct lazynccl_outcome *lazynccl_success_of(lazynccl_library *);

/* The version that an open library reports; 0 if it reports none. own: its object, or NULL. */
int lazynccl_version_asked(const lazynccl_library *, void *handle, int major,
                           const struct lazynccl_objects *own);

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

/* symbol.c */

/* A function of an open library by name and version (NULL: any); NULL if it has none, or if the
 * name leads to a lazynccl build: a call would then come back to us forever. own: the library's
 * object. NULL and errno ENOMEM if that cannot be told. */
lazynccl_symbol lazynccl_symbol_of(void *handle, const char *symbol, const char *version,
                                   const struct lazynccl_objects *own);

struct link_map;

/* The `exports` of an object that is open. */
const uint32_t *lazynccl_exports_of(const struct link_map *);

/* The newest minor of a suffix family that an open library has; -1: none. own: its object, or
 * NULL. */
int lazynccl_newest_suffix(const lazynccl_library *, void *handle, int major,
                           const struct lazynccl_objects *own);

/* resolve.c; stand-ins have one of their own */

/* Resolves every slot: the name itself, or a versioned name's nearest that the library has. Returns
 * how many of `found` are not NULL; -1 if memory is short. */
int lazynccl_resolve_all(const lazynccl_library *, void *handle, int major,
                         const struct lazynccl_objects *own, lazynccl_symbol *found);

/* The same for one slot. */
lazynccl_symbol lazynccl_resolve_one(const lazynccl_library *, int index, void *handle,
                                     const struct lazynccl_objects *own);

/* What answers a call of a slot's function if that is absent; NULL: nothing may. */
lazynccl_symbol lazynccl_answer_of(lazynccl_library *, int index);

/* versions.c */

/* The library whose version must fit another's. */
struct lazynccl_partner {
    const struct lazynccl_description *description; /* NULL: there is none, and so for all here */
    lazynccl_library *library; /* that of this build, the open one of its family if one is */
    const struct lazynccl_outcome *open;  /* if we have opened it */
    const struct lazynccl_object *loaded; /* a copy that is loaded, by us, by another drop-in, or
                                             by code that does not use lazynccl */
};
struct lazynccl_partner lazynccl_partner_of(const lazynccl_library *,
                                            const struct lazynccl_objects *);

/* A pair of partners whose versions do not fit is used, and this adds a line to both reports.
 * Nothing if they fit, or if one of them is not open. */
LAZYNCCL_COLD void lazynccl_add_partner_warning(struct lazynccl_text *, lazynccl_library *);

/* report.c */

/* The texts of lazynccl_error and lazynccl_report, kept. `index`: a slot, or -1 for the library
 * itself; NULL if it is there. */
LAZYNCCL_COLD const char *lazynccl_reason_for(lazynccl_library *, int index);
LAZYNCCL_COLD const char *lazynccl_report_of(lazynccl_library *);

/* A search under way */

struct lazynccl_attempt {
    lazynccl_library *library;
    const struct lazynccl_objects *loaded; /* before it began */
    struct lazynccl_outcome *outcome;      /* filled when a candidate is taken */
    int minimum;                           /* the version that is required; 0: any */
    const char *allowed;                   /* LAZYNCCL_SEARCH, if that is set */
    const char *place, *name;              /* of the candidate under way */
    struct lazynccl_text tried;            /* the report's lines */
    struct lazynccl_text fault;            /* of the first candidate that will not do, or */
    int blamed;                            /* 1: of a setting that is a mistake */
};

/* Adds a line to the report. */
void lazynccl_attempt_line(struct lazynccl_attempt *, const char *format, ...)
    LAZYNCCL_PRINTF(2, 3);

/* For dlerror's, which a tool that watches dlopen may have taken. */
#define LAZYNCCL_NO_REASON "refused by the dynamic linker"

/* Notes why the candidate will not do; the first such reason becomes the library's. Returns 0; -1
 * and errno, if this error means that it cannot be told whether it would do. */
LAZYNCCL_COLD int lazynccl_attempt_refuse(struct lazynccl_attempt *, const char *why, int error);

/* Why a version is too old; NULL if it is not. */
LAZYNCCL_COLD const char *lazynccl_attempt_too_old(struct lazynccl_attempt *, int version);

/* Gives an attempt an outcome to fill; 0, or -1 if memory is short. Ends it: the outcome, with the
 * texts of the attempt; NULL, and it is freed, if memory was short. error: what ended the search
 * without an answer, or 0. */
int lazynccl_attempt_begin(struct lazynccl_attempt *);
struct lazynccl_outcome *lazynccl_attempt_end(struct lazynccl_attempt *, int error);
void lazynccl_outcome_free(struct lazynccl_outcome *);

/* open.c */

/* Tries a candidate, or notes what the search has to say, as lazynccl_visit; `context` is the
 * attempt. */
int lazynccl_try_candidate(void *context, const struct lazynccl_candidate *);

/* 1 if this thread is opening the library right now, and was called back: by its constructors, or
 * by the function that was asked for its version. Then a symbol of it comes from what is being
 * opened, and is NULL if that does not export it, or if nothing is being opened. Keeps errno. */
int lazynccl_opening(const lazynccl_library *);
lazynccl_symbol lazynccl_symbol_while_opening(lazynccl_library *, int index);
void *lazynccl_opening_handle(const lazynccl_library *); /* of what is being opened, or NULL */

/* The object that a handle stands for, as a list of one; of none, if it stands for the program or
 * for nothing. Returns 0, or -1 if memory is short. */
int lazynccl_object_of(void *handle, struct lazynccl_objects *own);

/* accept.c */

/* No DEEPBIND: AddressSanitizer refuses to run with it.
 * NOW: symbols that the library itself lacks show here and not at some later call.
 * LOCAL: its names must not answer other objects' lookups (a hundred of NCCL's in a Python).
 * NODELETE: it has threads and thread-key destructors; unmapped under them it crashes. */
#define LAZYNCCL_DLOPEN (RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)

#define LAZYNCCL_FOR_LINKING "for linking only, not the real library"

/* 1 if the file lies in a folder of libraries to link with, which contain no code. */
int lazynccl_in_stubs(const char *path);

/* Takes what was opened as the candidate, or says why not. `own`: only its object. Returns as
 * lazynccl_visit. */
int lazynccl_accept(struct lazynccl_attempt *, void *handle, const struct lazynccl_objects *own);

/* process.c */

/* The view of the module that holds lazynccl; `caller`: an address in what called it, or NULL.
 * Lives as long as `loaded`. */
struct lazynccl_view lazynccl_view_of_process(const struct lazynccl_objects *loaded,
                                              const void *caller);

#endif
