/* The fallback values of absent functions, as data, because a stand-in has no code for a specific
 * library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/library.h"

enum {
    LAZYNCCL_FALLBACK_STOP,   /* print the reason, abort */
    LAZYNCCL_FALLBACK_VALUE,  /* set the output arguments, return the value */
    LAZYNCCL_FALLBACK_REASON, /* return the reason as text */
    LAZYNCCL_FALLBACK_ANSWER, /* as VALUE, if the library is not installed; otherwise as STOP */
};

struct lazynccl_fallback {
    int64_t value;
    uint16_t kind;
    uint16_t outs, first; /* its rows in the library's `outs`: how many, and the first */
};

/* The location of an argument, on x86-64, aarch64 and riscv64. The argument registers are counted
 * first, then the words of the stack. */
#define LAZYNCCL_OUT_MACHINES 3
#define LAZYNCCL_OUT_NOT 255

/* A value to write through a pointer argument. */
struct lazynccl_out {
    uint8_t at[LAZYNCCL_OUT_MACHINES];
    uint8_t count[LAZYNCCL_OUT_MACHINES]; /* argument with an array's length, or LAZYNCCL_OUT_NOT */
    uint8_t size, text; /* bytes of an element; 1: a pointer to an empty text, 2: to
                           the reason, which is copied if elements are of 1 byte */
    int64_t value;      /* zeros, if an element is larger */
};

/* A function that returns the text of an error. */
struct lazynccl_error_text {
    int slot;        /* -1: the end of the list */
    int coded, code; /* coded: 1 if it takes an error code; absent functions return `code` */
};

/* The fallback values of a library, or of one of its suffix families. */
struct lazynccl_fallbacks {
    lazynccl_library *library;
    const struct lazynccl_fallback
        *rows; /* as the library's `absent`; `answers` has their numbers */
    const struct lazynccl_out *outs;
    const struct lazynccl_error_text *texts;
    int count, out_count;         /* of rows and outs */
    int from_suffix;              /* slot of the version function that suffixes replace, or -1 */
    int versioned;                /* 1: each symbol has a version node, the SONAME */
    const char *const *passed_on; /* further functions, not in the description; end with NULL */
    int64_t failure;              /* what the passed-on functions return */
};

/* The fallbacks of every library and family in this build. Generated. */
extern const struct lazynccl_fallbacks lazynccl_fallbacks[] LAZYNCCL_INTERNAL;
extern const int lazynccl_fallbacks_count LAZYNCCL_INTERNAL;
