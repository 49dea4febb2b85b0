/* The data for a stand-in's first call: its library's description, and the fallback values of
 * absent functions.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "standin/elf/source_library.h"
#include "standin/elf/template.h"

/* Search hints for the first call, and names for its messages; each may be NULL. */
struct make_hints {
    const char *wheel;   /* the library's folder below site-packages */
    const char *package; /* the library's package on PyPI */
    const char *source;  /* what the stand-in is made from: package and version, SONAME or file */
    int traced;          /* 1: the trampolines record each call */
};

/* Makes PART_DATA, and fills in the members of PART_CONF that describe it. */
void lazy_section_make(struct template *, const struct source_library *, const struct make_hints *);
