/* A stand-in's configuration: the writer fills it in, the first call reads it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include <stdint.h>

#define LAZYNCCL_STANDIN_NOTE 512   /* bytes of the .note.dlopen's text, as in template.S */
#define LAZYNCCL_STANDIN_MARKER 128 /* bytes of the marker note's text */

/* The texts of the library's description, in this order, each with its NUL. A missing text is "",
 * and a list ends with "". They are in .lazy.data: patchelf would change a SONAME in .dynstr. */
#define LAZYNCCL_STANDIN_TEXTS(X)                                                                  \
    X(name) X(title) X(companion) X(partner) X(version_function) X(version_text) X(suffixed)
#define LAZYNCCL_STANDIN_LISTS(X) X(sonames) X(wheels) X(home_variables) X(packages)
/* Elements of all lists, their ends included; gen/stub/check.py limits each to ten. */
#define LAZYNCCL_STANDIN_LISTED 48

/* Offsets count from the start of this struct, so that nothing in it is relocated. */
struct lazynccl_standin_conf {
    int32_t first;       /* the first-call routine, as in the template */
    int32_t data;        /* .lazy.data, which begins with the texts */
    uint32_t source;     /* in `data`: package and version of the original; 0: made from a stub */
    uint32_t names;      /* offset in .dynstr of the functions' names, in slot order */
    int32_t versions;    /* as in the description: where after `names`; 0: none */
    uint32_t count;      /* the number of functions */
    uint32_t wrapped;    /* the first `wrapped` functions return texts of errors. Their exported
                            trampolines and slots follow all others */
    int32_t from_suffix; /* slot of a version function that old releases lack, or -1 */
    int32_t known;       /* the library's number among those that have a stub, or -1 */
    int32_t partner_order, cuda_named, highest_minor; /* as in the description */
    struct {
        uint32_t at;        /* offset in .lazy.data */
        uint32_t count;     /* number of elements */
    } added, removed,       /* as in the description */
        numbers,            /* uint16_t: for each function, the index in `rows` of its fallback */
        rows, outs, texts;  /* struct lazynccl_fallback, _out, _error_text */
    uint32_t recipes;       /* offset of the struct lazynccl_recipe of each function; 0: none */
    int32_t traced, called; /* where recording trampolines jump: see elf/code.h */
};
