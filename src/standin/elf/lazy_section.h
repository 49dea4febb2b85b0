/* The data for a stand-in's first call: its library's description, and the fallback values of
 * absent functions.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "standin/elf/source_library.h"
#include "standin/elf/template.h"

/* Search hints for the first call, and names for its messages; each may be NULL. */
struct make_hints {
    const char *wheel;   /* its folder below site-packages */
    const char *package; /* PyPI's name */
    const char *source;  /* what it is made from */
    int traced;          /* 1: its trampolines record each call */
};

/* Makes PART_DATA, and fills in what PART_CONF says of it. */
void lazy_section_make(struct template *, const struct source_library *, const struct make_hints *);
