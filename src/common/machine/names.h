/* The generated table of the names of NVIDIA's libraries.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "runtime/library/library.h"

struct nvidia_name {
    const char *begins; /* "libcublas.so" for one library, or how the names of several begin */
    const char *title;
    const char *conda;    /* the package of conda-forge, or NULL */
    const char *packages; /* "NUMBER=PACKAGE ...", newest first: NUMBER follows .so. in the name of
                             the file in PACKAGE. "==#" after PACKAGE: only the release that the
                             SONAME names. "": the driver has the library */
    const char *apt;      /* the same for NVIDIA's apt repositories; "": unknown */
    lazynccl_library *library; /* without a stub, has no functions; NULL: several libraries */
};

/* Names with a stub come first, and names of several libraries last. */
extern const struct nvidia_name names_all[];
extern const int names_stub_count, names_library_count, names_count;
