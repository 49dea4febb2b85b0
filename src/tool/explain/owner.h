/* Whose a library or a symbol is that an error names.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "runtime/library/library.h"
#include "tool/explain/complaint.h"

struct owner {
    char soname[COMPLAINT_NAME]; /* of the library, as the error has it; "": it names none */
    const char *title;           /* "cuBLAS", "PyTorch"; NULL: not known, and not NVIDIA's */
    int is_nvidias, is_driver;
    /* of a symbol that a stub has: */
    const struct lazynccl_description *library; /* NULL: no stub has it */
    int added, removed;                         /* the releases; 0: not known, never */
    int always;                                 /* 1: every release that the stub knows has it */
};

/* The owner of what a complaint says is missing or broken. */
struct owner owner_of(const struct complaint *);

/* The framework whose C++ name a mangled symbol is, by its namespace: "PyTorch"; "": no
 * framework's; NULL: no C++ name, or the standard library's. */
const char *owner_of_cpp(const char *symbol);
