/* The libraries that ld.so loads with a file, directly and indirectly, and which are missing.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/linking/undefined.h"
#include "common/machine/target.h"

struct closure_file {
    char *path;          /* with the root; NULL: ld.so finds none */
    char *soname;        /* the DT_NEEDED name by which the file was found */
    const char *from;    /* why ld.so finds it, such as "RUNPATH" */
    size_t loader;       /* the index of the first file that needs this file */
    struct target *asks; /* the file as a target; NULL: the file is missing or cannot be read */
};

/* All files, each once, in the order in which ld.so loads them; the first is the file itself. */
struct closure {
    struct closure_file *list;
    size_t count;
    int is_heads; /* 1: without the files' versions and symbols, and without base libraries */
};

/* Returns the closure of the file at a path, which is without the root. To be freed. */
struct closure closure_read(const struct target *, const char *path, int is_heads);
void closure_free(struct closure *);

/* Returns 1 if the file is missing or cannot be read; 0 for a missing library that every system
 * has, because an image without it is not a whole system. */
int closure_is_absent(const struct closure_file *);

/* Returns why ld.so does not load the first file, if this is a library on a file system that is
 * mounted with noexec; otherwise NULL. */
const char *closure_noexec(const struct closure *);

/* Returns ld.so's message for a library that a file needs and ld.so does not find or cannot read,
 * unless the target's own file loads it before; or NULL. The caller frees it. */
char *closure_missing(const struct target *, const char *path);

/* Why ld.so would not load the first file of a closure. */
struct failure {
    size_t asks;         /* the index of the file that needs the library, version or symbol */
    size_t library;      /* the index of the library that is missing, cannot be read, or lacks the
                            version or symbol; the count: no library is known for the symbol */
    const char *version; /* the missing version, or NULL */
    const struct elf_symbol *symbol; /* the missing symbol, or NULL; both NULL: the whole library */
};

struct failures {
    struct failure *list;
    size_t count;
};

/* Returns all failures in ld.so's order: files, versions, then symbols by name. As ld.so does for
 * RTLD_NOW, takes a symbol from any file of the closure, the C library and LD_PRELOAD. If a file is
 * missing, a symbol that no other library should define counts as defined by the missing file.
 * Returns no failures if the first file cannot be read. To be freed. */
struct failures closure_failures(const struct closure *);
void closure_failures_free(struct failures *);
