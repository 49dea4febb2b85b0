/* A search for one library in this process.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/loader/outcome.h"
#include "runtime/loader/process.h"
#include "runtime/search/search.h"
#include "runtime/search/text.h"

struct lazynccl_attempt {
    lazynccl_library *library;
    struct lazynccl_objects loaded; /* before it began */
    struct lazynccl_view view;
    struct lazynccl_outcome *outcome; /* filled when a candidate is taken */
    int minimum;                      /* the version that is required; 0: any */
    enum lazynccl_location location;  /* of the current candidate, */
    const char *name;                 /* its name, */
    int named;                        /* and 1 if a setting names it or its folder */
    int file_named;                   /* and 1 if a setting names it */
    struct lazynccl_text tried;       /* the report's lines */
    struct lazynccl_text fault;       /* of the first candidate that will not do, or */
    int fault_is_setting;             /* 1: of a mistake in what is set */
};

/* In the reason, in place of the word "api", which only the program's author understands. */
#define LAZYNCCL_BY_PROGRAM "set by the program"

/* Adds a line to the report. */
void lazynccl_attempt_line(struct lazynccl_attempt *, const char *format, ...)
    LAZYNCCL_PRINTF(2, 3);

/* For dlerror's, which a tool that watches dlopen may have taken. */
#define LAZYNCCL_NO_REASON "refused by the dynamic linker"

/* Notes why the candidate will not do; the first such reason becomes the library's. Returns 0; -1
 * and errno, if this error means that it cannot be told whether it would do. */
LAZYNCCL_COLD int lazynccl_attempt_refuse(struct lazynccl_attempt *, const char *why, int error);

/* Adds what to do about a library, or a version of it, that is missing: install or name one. Two
 * packages at most: those for the CUDA releases that people have. `version`: 0, any will do. */
LAZYNCCL_COLD void lazynccl_add_remedy(struct lazynccl_text *, const struct lazynccl_description *,
                                       int version);

/* The SONAMEs that would do: "libnvrtc.so.13 or older", "libnccl.so.2 or librccl.so.1". */
LAZYNCCL_COLD const char *lazynccl_expected(struct lazynccl_arena *,
                                            const struct lazynccl_description *);

/* Why a version is too old; NULL if it is not. */
LAZYNCCL_COLD const char *lazynccl_attempt_too_old(struct lazynccl_attempt *, int version);

/* Gives an attempt of this library its view of the process and an outcome to fill; 0, or -1 if out
 * of memory. Ends it: the outcome, with the texts of the attempt; NULL, and it is freed, if out of
 * memory. error: what ended the search without a result, or 0. */
int lazynccl_attempt_begin(struct lazynccl_attempt *, const void *caller);
struct lazynccl_outcome *lazynccl_attempt_end(struct lazynccl_attempt *, int error);

/* A base library stands for itself and its suffix families: visits all of them that are linked. */
#define LAZYNCCL_FOR_EACH_OF(base_, library)                                                       \
    for (int i_ = 0; i_ < lazynccl_libraries_count; i_++)                                          \
        for (lazynccl_library *library = lazynccl_libraries[i_];                                   \
             library && library->base == (base_); library = NULL)
