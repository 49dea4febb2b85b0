/* The fallback values of absent functions, as data, because a stand-in has no code for a specific
 * library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/library.h"

enum {
    LAZYNCCL_FALLBACK_STOP,   /* print the reason, abort */
    LAZYNCCL_FALLBACK_VALUE,  /* set the output arguments, return the value */
    LAZYNCCL_FALLBACK_REASON, /* return the reason as text */
    LAZYNCCL_FALLBACK_ANSWER, /* as VALUE if lazynccl_withholds_answer() returns 0, else as STOP */
};

struct lazynccl_fallback {
    int64_t value;
    uint16_t kind;
    uint16_t outs;  /* how many output arguments an absent call sets */
    uint16_t first; /* the index of the first in the library's `outs` */
};

#define LAZYNCCL_OUT_MACHINES 3 /* x86-64, aarch64 and riscv64 */
#define LAZYNCCL_OUT_NOT 255    /* as a `count`: this is not an array */

/* A value to write through a pointer argument. */
struct lazynccl_out {
    /* The argument's number on each machine: argument registers first, then words of the stack. */
    uint8_t at[LAZYNCCL_OUT_MACHINES];
    uint8_t count[LAZYNCCL_OUT_MACHINES]; /* likewise, of the argument with the array's length */
    uint8_t size; /* bytes of an element; one of more than 8 bytes is set to zeros */
    uint8_t text; /* 0: `value`; 1: ""; 2: the reason; characters if `size` is 1, else a pointer */
    int64_t value;
};

/* A function that returns the text of an error. */
struct lazynccl_error_text {
    int slot;  /* -1: the end of the list */
    int coded; /* 1: the function takes an error code */
    int code;  /* what absent functions return: for this code, the text has the reason */
};

/* The fallback values of a library, or of one of its suffix families. */
struct lazynccl_fallbacks {
    lazynccl_library *library;
    const struct lazynccl_fallback *rows; /* parallel to the library's `fallbacks` */
    const struct lazynccl_out *outs;
    const struct lazynccl_error_text *texts;
    int count;                    /* the number of `rows` */
    int out_count;                /* the number of `outs` */
    int from_suffix;              /* the slot of a version function that old releases lack, or -1 */
    int versioned;                /* 1: each symbol has a version node, named by the SONAME */
    const char *const *passed_on; /* further functions, not in the description; ended by NULL */
    int64_t failure;              /* what absent `passed_on` functions return */
};

/* The fallbacks of every library and family in this build. Generated. */
extern const struct lazynccl_fallbacks lazynccl_fallbacks[] LAZYNCCL_INTERNAL;
extern const int lazynccl_fallbacks_count LAZYNCCL_INTERNAL;
