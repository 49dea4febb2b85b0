/* A stand-in's configuration: the writer fills it in, the first call reads it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include <stdint.h>

#define LAZYNCCL_STANDIN_NOTE 512   /* bytes of the .note.dlopen's text, as in template.S */
#define LAZYNCCL_STANDIN_MARKER 128 /* bytes of the marker note's text */

/* Its library's description: texts, each with its NUL, in this order, "" for none; lists end with
 * an empty one. They are in .lazy.data because patchelf would change a SONAME in .dynstr. */
#define LAZYNCCL_STANDIN_TEXTS(X)                                                                  \
    X(name) X(title) X(companion) X(partner) X(version_function) X(version_text) X(suffixed)
#define LAZYNCCL_STANDIN_LISTS(X) X(sonames) X(wheels) X(home_variables) X(packages)
/* Elements of all lists, their ends included; gen/stub/check.py limits each to ten. */
#define LAZYNCCL_STANDIN_LISTED 48

/* Offsets count from the start of this, so that nothing in it is relocated. A slot may have any
 * place in the table of dynamic symbols, which is in the order of the hash table. */
struct lazynccl_standin_conf {
    int32_t text, first; /* trampolines, the routine of all first calls: as in the template */
    int32_t data;        /* .lazy.data, which begins with the texts */
    uint32_t source;     /* there: what it was made from, "nvidia-cublas 13.4.1.3"; 0: a stub */
    uint32_t stride;     /* bytes of a trampoline */
    uint32_t imports, exports; /* dynamic symbols: first the imported ones, then these */
    uint32_t names;            /* in .dynstr: of the functions, by slot */
    uint32_t count;            /* of functions */
    uint32_t wrapped;    /* the first of them return texts of errors. Their exported trampolines
                            and slots follow all others */
    int32_t from_suffix; /* the function that suffixes may answer, or -1 */
    int32_t known;       /* the library's number among those that have a stub, or -1 */
    int32_t partner_order, cuda_named, highest_minor;
    struct {
        uint32_t at, count; /* where in .lazy.data; how many */
    } added, removed,       /* as in the description */
        numbers,            /* uint16_t: of each function's answer */
        rows, outs, texts;  /* struct lazynccl_fallback, _out, _error_text */
    uint32_t recipes; /* of a tracing stand-in, where its struct lazynccl_recipe are; else 0 */
    int32_t traced, called; /* where its trampolines lead */
};
