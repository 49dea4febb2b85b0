/* The libraries that ld.so loads with a file, directly and indirectly, and which are missing.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/machine/machine.h"

struct closure_file {
    char *path;            /* as it is opened; NULL: ld.so finds none */
    char *soname;          /* by which it is needed first */
    const char *from;      /* what leads ld.so to it */
    size_t loader;         /* the number of the file that needs it first */
    struct target *asks;   /* the file as a target; NULL: it is not there, or cannot be read */
    struct strings faults; /* why it cannot be loaded for those that need it */
};

/* In the order in which ld.so loads them, the file itself first; each once, even if
 * several need it. */
struct closure {
    struct closure_file *list;
    size_t count;
};

/* The path is without the root. To be freed. */
struct closure closure_read(struct machine *, const char *path);
void closure_free(struct closure *);

/* The number of the file that serves a DT_NEEDED element; the count: none does yet. */
size_t closure_find(const struct closure *, const char *needed);

/* The functions and variables that the file wants and that are defined neither by its libraries,
 * nor by the C library, nor by the files in LD_PRELOAD. Empty if a library is missing, or in an
 * image without a C library. */
void closure_undefined(struct machine *, const char *path, struct strings *names);

/* Adds a line for each library or version that is missing; none: the file would load. */
void closure_missing(struct machine *, const char *path, struct strings *lines);
