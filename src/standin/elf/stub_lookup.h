/* Looks up a library to replace in its stub.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "standin/elf/source_library.h"

/* Looks up a library's functions in the stub with its SONAME, if there is one, and sorts them by
 * slot. Functions that return texts of errors come first. */
void stub_lookup_order(struct source_library *);

/* Returns the library that the stub with this SONAME describes, with the functions of all its
 * releases; for nvJitLink also of three future minors. It has no functions if there is no such
 * stub. Close it with source_library_close(). */
struct source_library stub_lookup_library(const char *soname, int machine);

/* Adds the functions that only a library's stub has. Returns 1, or 0 if no stub has its SONAME. */
int stub_lookup_extend(struct source_library *);

/* Returns the first suffix family of a library, or the family after this one, or NULL. */
const struct lazynccl_fallbacks *stub_lookup_family(const struct lazynccl_fallbacks *);

/* Returns the version that added a function, or 0 if it is unknown. */
int stub_lookup_added(const struct source_function *);
