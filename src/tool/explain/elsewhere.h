/* Errors of Windows's and macOS's loaders, and their names of libraries.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/explain/clean.h"
#include "tool/explain/complaint.h"

/* Reads a line that says that a .dll or .dylib cannot be loaded. Returns 1, or 0: it says no such
 * thing. */
int elsewhere_read(struct complaint *, const struct clean_line *);

/* Returns 1 if a name is one of Windows's or macOS's, and writes the SONAME of that library: of
 * "cudart64_110.dll" libcudart.so.11.0, of "nvcuda.dll" libcuda.so.1. */
int elsewhere_soname(const char *name, char soname[COMPLAINT_NAME]);
