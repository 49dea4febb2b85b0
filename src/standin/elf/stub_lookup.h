/* Looks up a library to replace in its stub.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "standin/elf/source_library.h"

/* Looks the functions of a library up in the stub that has its SONAME, if there is one, and brings
 * them into the order of their slots: first those that return texts of errors. */
void stub_lookup_order(struct source_library *);

/* The library of a SONAME as its stub has it: with every function of any of its releases,
 * nvJitLink's three minors ahead; with none, if no stub has the SONAME. Closed like one that was
 * read. */
struct source_library stub_lookup_library(const char *soname, int machine);

/* Adds to a library that was read the functions that its stub has and the file lacks. Returns 1, or
 * 0: no stub has its SONAME. */
int stub_lookup_extend(struct source_library *);

/* The family of a library that follows it, or another family; NULL: there is none. */
const struct lazynccl_fallbacks *stub_lookup_family(const struct lazynccl_fallbacks *);

/* The version that a function came with; 0: not known. */
int stub_lookup_added(const struct source_function *);
