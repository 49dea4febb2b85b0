/* Provides the stand-ins that `lazynccl run` makes a program load.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/command/verb.h"
#include "standin/cache.h"

struct provide {
    const char *lazy;    /* names, "@FILE", or "all" for all found; NULL: those of liblazynccl */
    const char *program; /* the program that loads the libraries */
    const char *sites;   /* the site-packages to search, separated by colons; NULL: those of the
                            program's Python, or else of the first python3 in PATH */
    int traced;          /* 1: the stand-ins record each call */
    int owner;           /* the process that uses the stand-ins */
};

/* Makes a set of stand-ins, each from the file that the program would load: from the wheels of its
 * Python, LAZYNCCL_LIBPATH, conda's environment, LD_LIBRARY_PATH, a CUDA toolkit or ld.so's other
 * folders. If there is no file, uses the stub. Puts the set into the user's cache, or, if nothing
 * can be written there, into a folder of `owner` below TMPDIR. Returns VERB_OK, or reports a
 * failure and returns its status. The caller frees the cache in both cases. */
enum verb_exit provide_standins(struct cache *, const struct provide *);
