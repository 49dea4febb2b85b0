/* The libraries that ld.so loads with a file, directly and indirectly, and which are missing.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/linking/undefined.h"
#include "common/machine/target.h"

struct closure_file {
    char *path;          /* as it is opened; NULL: ld.so finds none */
    char *soname;        /* by which it is needed first */
    const char *from;    /* what leads ld.so to it */
    size_t loader;       /* the number of the file that needs it first */
    struct target *asks; /* the file as a target; NULL: it is not there, or cannot be read */
};

/* In the order in which ld.so loads them, the file itself first; each once. */
struct closure {
    struct closure_file *list;
    size_t count;
    int is_heads; /* 1: of the files without versions and symbols, and not of each system's */
};

/* The path is without the root. To be freed. */
struct closure closure_read(const struct target *, const char *path, int is_heads);
void closure_free(struct closure *);

/* 1 if the file is missing or cannot be read. An image without a C library is not a whole system,
 * so what is missing there proves nothing. */
int closure_is_absent(const struct closure_file *);

/* Returns why ld.so does not load the first file, a library on a file system with noexec; NULL:
 * nothing of that kind. */
const char *closure_noexec(const struct closure *);

/* Returns ld.so's message for a library that a file needs and ld.so does not find or cannot read,
 * unless the target's own file loads it before; or NULL. The caller frees it. */
char *closure_missing(const struct target *, const char *path);

/* Why ld.so would not load the first file of a closure. */
struct failure {
    size_t asks;    /* the number of the file that needs it */
    size_t library; /* the number of the library that is missing, cannot be read, or lacks one of
                       these; the count: nothing that is needed should define the symbol */
    const char *version;
    const struct elf_symbol *symbol; /* both NULL: the file is missing, or cannot be read */
};

struct failures {
    struct failure *list;
    size_t count;
};

/* All failures, in ld.so's order: files, versions, then symbols by name. As ld.so does for
 * RTLD_NOW, takes a symbol from any file of the closure, the C library and LD_PRELOAD. If a file is
 * missing, it may define what no other library should. None if the first file cannot be read. To be
 * freed. */
struct failures closure_failures(const struct closure *);
void closure_failures_free(struct failures *);
