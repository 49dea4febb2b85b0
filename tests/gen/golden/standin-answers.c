/* What the calls of each library do if it is absent, as data for stand-ins.
 * Generated from the stubs by gen/library/answers.py.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "standin/template/answers.h"
#include "standin/template/signatures.h"

LAZYNCCL_INTERNAL extern lazynccl_library lazynccl_library_tiny;
static const struct lazynccl_fallback answers_tiny[] = {
    {2, LAZYNCCL_FALLBACK_VALUE, 1, 0},
    {0, LAZYNCCL_FALLBACK_REASON, 0, 0},
    {2, LAZYNCCL_FALLBACK_VALUE, 2, 1},
    {2, LAZYNCCL_FALLBACK_VALUE, 1, 3},
    {2, LAZYNCCL_FALLBACK_VALUE, 0, 4},
    {-1, LAZYNCCL_FALLBACK_VALUE, 0, 4},
    {0, LAZYNCCL_FALLBACK_VALUE, 0, 4},
    {2, LAZYNCCL_FALLBACK_VALUE, 2, 4},
    {0, LAZYNCCL_FALLBACK_VALUE, 0, 6},
    {0, LAZYNCCL_FALLBACK_VALUE, 0, 6},
};
static const struct lazynccl_out outs_tiny[] = {
    {{0, 0, 0}, {255, 255, 255}, 8, 0, 0},
    {{0, 0, 0}, {255, 255, 255}, 4, 0, 0},
    {{1, 1, 1}, {255, 255, 255}, 4, 0, 0},
    {{0, 0, 0}, {1, 1, 1}, 8, 0, 0},
    {{1, 1, 1}, {255, 255, 255}, 12, 0, 0},
    {{2, 2, 2}, {255, 255, 255}, 4, 0, 4294967295},
};
static const struct lazynccl_error_text texts_tiny[] = {
    {2, 1, 2},
    {3, 1, 2},
    {4, 0, 0},
    {5, 0, 0},
    {-1, 0, 0},
};


LAZYNCCL_INTERNAL extern lazynccl_library lazynccl_library_tiny_2;
static const struct lazynccl_fallback answers_tiny_2[] = {
    {2, LAZYNCCL_FALLBACK_VALUE, 1, 0},
    {2, LAZYNCCL_FALLBACK_VALUE, 1, 1},
    {2, LAZYNCCL_FALLBACK_VALUE, 0, 2},
    {-1, LAZYNCCL_FALLBACK_VALUE, 0, 2},
    {0, LAZYNCCL_FALLBACK_VALUE, 0, 2},
};
static const struct lazynccl_out outs_tiny_2[] = {
    {{0, 0, 0}, {255, 255, 255}, 8, 0, 0},
    {{0, 0, 0}, {1, 1, 1}, 8, 0, 0},
};
static const struct lazynccl_error_text texts_tiny_2[] = {
    {-1, 0, 0},
};

const struct lazynccl_fallbacks lazynccl_fallbacks[] = {
    {
        .library = &lazynccl_library_tiny,
        .rows = answers_tiny,
        .outs = outs_tiny,
        .texts = texts_tiny,
        .count = 10,
        .out_count = 6,
        .from_suffix = 6,
        .versioned = 1,
        .passed_on = (const char *const[]){"__tinyInner", NULL},
        .failure = 2,
    },
    {
        .library = &lazynccl_library_tiny_2,
        .rows = answers_tiny_2,
        .outs = outs_tiny_2,
        .texts = texts_tiny_2,
        .count = 5,
        .out_count = 2,
        .from_suffix = -1,
        .versioned = 1,
        .passed_on = (const char *const[]){NULL},
        .failure = 2,
    },
};
const int lazynccl_fallbacks_count = sizeof lazynccl_fallbacks / sizeof *lazynccl_fallbacks;

const struct lazynccl_signature lazynccl_signatures[] = {
    {"ptinyErrorText", "=n00 tinyResult"},
    {"ptinyLastError", "=h00 tinyThing"},
    {"ptinyList", "=H00 tinyThing *;n11 int"},
    {"ptinyMeasure", "=h00 tinyThing;p11 tinyShape *;p22 tinyIndex *"},
    {"ptinyOpen", "=H00 tinyThing *;p11 const tinyConfig *;p22 const char **"},
    {"ptinyOutline", "~h00 tinyThing;p11 const char *const"},
    {"ptinyPlace", "=h00 tinyThing"},
    {"ptinyReset", "="},
    {"ptinySlots", "="},
    {"ptinyVersion", "=p00 int *;p11 int *"},
    {"ptinyWatch", "=h00 tinyThing;p11 int (*)(void *, tinyKind);p22 void *"},
    {"tinyErrorText", "=n00 tinyResult"},
    {"tinyLastError", "=h00 tinyThing"},
    {"tinyList", "=H00 tinyThing *;n11 int"},
    {"tinyMeasure", "=h00 tinyThing;p11 tinyShape *;p22 tinyIndex *"},
    {"tinyOpen", "=H00 tinyThing *;p11 const tinyConfig *;p22 const char **"},
    {"tinyOutline", "~h00 tinyThing;p11 const char *const"},
    {"tinyPlace", "=h00 tinyThing"},
    {"tinyReset", "="},
    {"tinySlots", "="},
    {"tinyVersion", "=p00 int *;p11 int *"},
    {"tinyWatch", "=h00 tinyThing;p11 int (*)(void *, tinyKind);p22 void *"},
};
const int lazynccl_signatures_count = sizeof lazynccl_signatures / sizeof *lazynccl_signatures;
