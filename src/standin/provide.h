/* Provides the stand-ins that `lazynccl run` makes a program load.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/command/verb.h"
#include "standin/cache.h"

struct provide {
    const char *lazy;    /* names, "@FILE", "all" that are found, or NULL: those of liblazynccl */
    const char *program; /* whose libraries they are */
    const char *sites;   /* the site-packages to search, separated by colons; NULL: those of the
                            program's Python, or else of the first python3 in PATH */
    int traced;          /* 1: they record each call */
    int owner;           /* the process that uses them */
};

/* Makes the stand-ins, each from the file that the program would load, found in the wheels of its
 * Python, LAZYNCCL_LIBPATH, conda's environment, LD_LIBRARY_PATH, a CUDA toolkit or ld.so's other
 * folders; without a file, from the stub. They are in the user's cache, or, if nothing can be
 * written there, in a folder below TMPDIR of the process that uses them. The set is in the cache,
 * which is to be freed in any case. Reports a failure, and returns its status. */
enum verb_exit provide_standins(struct cache *, const struct provide *);
