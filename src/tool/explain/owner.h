/* The library or project that owns a name in an error.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "runtime/library/library.h"
#include "tool/explain/complaint.h"

struct owner {
    char soname[COMPLAINT_NAME]; /* the library as the error names it, or "" */
    const char *title;           /* "cuBLAS", "PyTorch"; NULL if unknown and not NVIDIA's */
    const char *source;          /* "UCX (libucx0)": of what CUDA does not have; NULL: unknown */
    int is_nvidias, is_driver;
    const struct lazynccl_description *library; /* NULL if no stub has the symbol */
    int added, removed;                         /* the releases; 0 if unknown or none */
    int always;                                 /* 1 if every known release has the symbol */
    int lacks; /* 1 if the library that the symbol's version names does not have it */
};

/* A function of CUDA's runtime, which has no stub. Generated from stubs/facts/functions.txt, sorted
 * by name. */
struct function_row {
    const char *name;
    int added, removed; /* as in a stub: 110200; 0: before all known releases, or not removed */
};
extern const struct function_row functions_rows[];
extern const size_t functions_row_count;

/* Finds the owner of the missing or broken thing that a complaint names. */
struct owner owner_of(const struct complaint *);

/* Writes the release that added or removed the symbol; of the driver it is CUDA's. */
const char *owner_release(const struct owner *, char text[LAZYNCCL_VERSION_TEXT]);

/* Returns 1 if a file is the owner's library, of any release. */
int owner_is_file(const struct owner *, const char *file);

/* Returns the framework that owns a mangled C++ name, by its namespace: "PyTorch", "libstdc++".
 * Returns "" if no framework does, and NULL for a C name. */
const char *owner_of_cpp(const char *symbol);

/* 1 if a library's name ends in a number, as ld.so and wheels have it. */
int owner_has_number(const char *library);
