/* The library or project that owns a name in an error.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "runtime/library/library.h"
#include "tool/explain/complaint.h"

enum owner_kind {
    OWNER_STUB,   /* a library that has a stub */
    OWNER_NVIDIA, /* another library of NVIDIA */
    OWNER_OTHER,
    OWNER_KINDS
};

struct owner {
    enum owner_kind kind;
    char soname[COMPLAINT_NAME]; /* as the error names it, or the first one; "": not known */
    const char *title;           /* "cuBLAS", or NULL */
    const char *framework;       /* "PyTorch": of a C++ name, or the library that a function of
                                    glibc has been moved from; NULL: of none */
    int is_driver;
    const struct lazynccl_description *library; /* NULL if it has no stub */
    int has_symbol;     /* 1 if the stub has the complaint's symbol; then these two: */
    int added, removed; /* the releases; 0: before the oldest known one; not removed */
};

/* Finds the owner of the missing or broken thing that a complaint names. */
struct owner owner_of(const struct complaint *);

enum { OWNER_RELEASE = 24 };

/* Writes the release that added or removed the symbol; of the driver it is CUDA's. */
const char *owner_release(const struct owner *, char text[OWNER_RELEASE]);

/* Returns 1 if a library's name ends in a number, as ld.so and wheels have it. */
int owner_has_number(const char *library);
