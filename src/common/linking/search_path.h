/* What is wrong with the folders that a file tells ld.so to search.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stddef.h>

enum search_path_fault {
    SEARCH_PATH_GOOD,
    SEARCH_PATH_EMPTY,    /* the current folder, whichever that is */
    SEARCH_PATH_RELATIVE, /* the same, and something below it */
    SEARCH_PATH_STUBS,    /* CUDA's empty libraries, which are for linking */
    SEARCH_PATH_BUILD     /* a folder of the machine that it was built on */
};

/* Judges one element of an RPATH or RUNPATH. `root` is where its file system lies; NULL: it has
 * none yet, as in a wheel. */
enum search_path_fault search_path_fault(const char *element, size_t length, const char *root);

/* 1 if a path goes through a folder that is called `stubs`, or is one. */
int search_path_has_stubs(const char *path, size_t length);
