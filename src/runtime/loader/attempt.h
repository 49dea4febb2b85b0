/* A search for one library in this process.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/loader/outcome.h"
#include "runtime/loader/process.h"
#include "runtime/search/search.h"
#include "runtime/search/text.h"

/* How pip must install the library, so that this process finds it. A program other than Python
 * searches only an active virtual environment; the distribution's Python installs only into one. */
enum lazynccl_pip {
    LAZYNCCL_PIP_USELESS, /* because a setting names another file */
    LAZYNCCL_PIP_INTO_VENV,
    LAZYNCCL_PIP_HERE,
    LAZYNCCL_PIP_AGAIN /* the file that it installed is broken */
};

#ifdef __GLIBC__
#define LAZYNCCL_IS_STATIC(why) 0
#else /* musl's static programs have no dlopen */
#define LAZYNCCL_IS_STATIC(why) ((why) && strstr(why, "Dynamic loading not supported"))
#endif

/* What a fault is about: a setting, a file that the candidate needs, or a file of a wheel. */
enum lazynccl_cause { LAZYNCCL_OTHER_CAUSE, LAZYNCCL_SETTING_CAUSE, LAZYNCCL_NEED, LAZYNCCL_WHEEL };

struct lazynccl_attempt {
    struct lazynccl_search search;  /* the first member: `offer` and `note` cast it */
    struct lazynccl_objects loaded; /* what was loaded when the search began */
    struct lazynccl_view view;
    int minimum;                      /* the minimum version; 0 for any */
    const char *name;                 /* the current candidate's path or SONAME */
    struct lazynccl_objects own;      /* the object of the candidate's handle, or none */
    struct lazynccl_opening *opening; /* this thread's record of the candidate */
    struct lazynccl_text tried;       /* the report's lines */
    struct lazynccl_text fault;       /* why the first candidate or setting was rejected */
    int failed_otherwise; /* 1 if a setting or a file was rejected: the library is not missing */
    enum lazynccl_cause cause; /* the cause of the fault, which decides what helps */
};

/* The attempt of a search. */
#define lazynccl_attempt_of(s) ((struct lazynccl_attempt *)(s))

/* The path of the open library's file. */
#define lazynccl_file_of(outcome) ((outcome)->file)

/* Replaces the word "api", which only the program's author would understand, in the reason. */
#define LAZYNCCL_BY_PROGRAM "set by the program"

/* Adds a line to the report. */
void lazynccl_attempt_line(struct lazynccl_attempt *, const char *format, ...)
    LAZYNCCL_PRINTF(2, 3);

/* Records why the candidate is rejected; the first such reason becomes the library's. */
LAZYNCCL_COLD void lazynccl_attempt_refuse(struct lazynccl_attempt *, const char *why);

/* Adds the remedy for a missing library or version: install it, or name it in a setting. Suggests
 * at most two packages, for the CUDA releases in common use. `version` is 0 for any version. */
LAZYNCCL_COLD void lazynccl_add_remedy(struct lazynccl_text *, const struct lazynccl_description *,
                                       int version, enum lazynccl_pip);

/* Returns the acceptable SONAMEs: "libnvrtc.so.13 or older", "libnccl.so.2 or librccl.so.1". */
LAZYNCCL_COLD const char *lazynccl_expected(struct lazynccl_arena *,
                                            const struct lazynccl_description *);

/* Begins an attempt with a view and an outcome to fill. Returns 0, or -1 if out of memory. */
int lazynccl_attempt_begin(struct lazynccl_attempt *, const void *caller);
/* Writes the attempt's texts into its outcome, frees the rest, and returns the outcome; NULL if out
 * of memory. */
struct lazynccl_outcome *lazynccl_attempt_end(struct lazynccl_attempt *);
/* Frees an attempt, except its outcome. */
void lazynccl_attempt_free(struct lazynccl_attempt *);

/* Records that something failed other than ld.so's own search. */
#define lazynccl_note_failure(attempt, failed) ((attempt)->failed_otherwise |= (failed) != 0)
