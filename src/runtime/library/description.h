/* The contents of a stub as plain data, for the search, the loader and the command.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/compiler.h"

/* A version that added symbols, from this index up to that of the next row, or removed one. */
struct lazynccl_change {
    int version; /* major*10000 + minor*100 + patch */
    int index;
};

#define LAZYNCCL_SONAMES 8 /* at most, which gen/stub/check.py knows */

/* Constant. Lists end with NULL. A vendored copy has the members that its code reads. */
struct lazynccl_description {
    const char *name;             /* "nccl", as in LAZYNCCL's messages */
    const char *const *sonames;   /* in order of preference */
    const char *version_function; /* returns the version; or NULL */
    const char *const *table;     /* of the archives that `link` makes: by slot, NULL if the program
                                     has it not */
    const char *symbols;          /* the name of slot 0; lazynccl_symbol_next() has the others */
    int alias_bytes; /* 0, or n: each odd slot's name is the one before after n bytes */
    int versions;    /* 0, or where after `symbols` the symbol versions begin: for each slot a byte,
                        the number of its list (0: none); for each number two bytes, the distance
                        from here to its list; then the lists, texts that end with an empty one */
    unsigned versions_sum; /* of the hashes of the versions in the file that the names are from; or 0 */
    int count;       /* of names */
    int complete;         /* 1: a file that lacks a function is not taken */
    const char *optional; /* names of functions that may be absent, then an empty text; or NULL */
    const char *title;    /* "NCCL" */
    const char *const *wheels; /* folders below site-packages that contain it */
    const char *const *home_variables; /* which name an installation of this library only */
    const char *remedy;    /* of a small copy, if nothing is found beside it */
    const char *companion; /* "libnvrtc-builtins.so.%d.%d": opened with it; or NULL */
    const char *partner;   /* the library whose version must fit; or NULL */
    int partner_order;     /* -1: must not be newer than the partner; 1: not older */
    int cuda_named;        /* 1: the soname's first number is CUDA's major */
    const char *cuda_majors; /* CUDA's major for each soname; NULL: unknown, or cuda_named */
    const char *changed;   /* functions that differ between majors: as a byte the first major that
                              has the newer one, and the name; after those that differ alike, how;
                              then an empty text; or NULL */
    const char *before;    /* functions that took these arguments under another name before a major:
                              it as a byte and the name, the name before; then an empty text */
    int highest_minor;     /* its suffix family's highest; plain: of all families */
    const char *suffixed;  /* "__%s_%d_%d": name, major, minor; NULL: no such symbols */
    int unsuffixed_since;  /* plain: files before this version have the suffixed names only */
    int family;            /* this suffix family's major; 0: the plain names */
    const char *const *packages; /* PyPI's names, newest CUDA first */
    const char *version_text;    /* precedes the version inside the file; or NULL */
    const struct lazynccl_change *added, *removed;
    int added_count, removed_count; /* of rows in these tables */
};

#define lazynccl_is_cuda_named(description) ((description)->cuda_named)

/* Evaluates to CUDA's major for a library with this major version in its soname; 0 if unknown. */
#define lazynccl_cuda_of(description, major)                                                       \
    ((description)->cuda_named    ? (major)                                                        \
     : (description)->cuda_majors ? lazynccl_listed_cuda(description, major)                       \
                                  : 0)
int lazynccl_listed_cuda(const struct lazynccl_description *, int major);

/* Evaluates to 1 if LAZYNCCL_CUDA_ONLY allows this soname. */
#define lazynccl_is_built_for(description, soname)                                                 \
    (!LAZYNCCL_CUDA_ONLY || lazynccl_is_of_builder(description, soname))
int lazynccl_is_of_builder(const struct lazynccl_description *, const char *soname);

/* The only CUDA major that this copy may use; 0: any. The builder's choice. */
#ifndef LAZYNCCL_CUDA_ONLY
#define LAZYNCCL_CUDA_ONLY 0
#elif !defined LAZYNCCL_CUDA_MAJOR
#define LAZYNCCL_CUDA_MAJOR LAZYNCCL_CUDA_ONLY
#elif LAZYNCCL_CUDA_MAJOR != LAZYNCCL_CUDA_ONLY
#error "LAZYNCCL_CUDA_ONLY and LAZYNCCL_CUDA_MAJOR have different values: remove one of them"
#endif
#ifndef LAZYNCCL_CUDA_MAJOR
#define LAZYNCCL_CUDA_MAJOR 0
#endif
#if defined(LAZYNCCL_WITHOUT_WHEELS) || !defined(__GLIBC__) /* NVIDIA's need glibc */
#define LAZYNCCL_HAS_WHEELS 0
#else
#define LAZYNCCL_HAS_WHEELS 1
#endif

/* The partners of this build's libraries; the last entry has no name. Generated, with only what
 * recognizes files: name, title, sonames, companion, version_text and version_function. */
LAZYNCCL_INTERNAL extern const struct lazynccl_description lazynccl_partners[];

/* File names of libraries, libnccl.so.2, libnccl.so.2.28.9, libnccl-0a1b2c3d.so.2 */

/* Parses the number at *text and advances *text past it; 0 if there is none. strtol() is avoided
 * because a new glibc gives it a symbol that is newer than manylinux2014 allows. */
int lazynccl_number(const char **text);

/* The major version after ".so." in a soname or file name, or 0. */
int lazynccl_major_of(const char *name);

/* The index of the first soname with this major version, or -1. */
int lazynccl_major_among(const char *const *sonames, int major);

/* 1 if a file of this name is this library in any release: libnccl.so.2.28.9, or
 * libnccl-0a1b2c3d.so.2 as wheel repair renames it; never libnvrtc-builtins or libnvrtc.alt. */
int lazynccl_name_bears(const char *soname, const char *file);

/* The same for any of these sonames, whose stems may differ: libnccl.so.2, librccl.so.1. */
int lazynccl_name_bears_any(const char *const *sonames, const char *file);

/* 1 if a file of this SONAME (NULL: it has none) may be the library: the one rule for what a file
 * is, of the runtime and of the command. A file that somebody has named is judged by its functions
 * alone, but CUDA's majors are never mixed; what a search has found must also have one of the
 * library's SONAMEs, of a wanted major. */
int lazynccl_soname_fits(const struct lazynccl_description *, const char *soname, int file_named);

/* Symbols */

/* Evaluates to the name of the function that identifies the library: its version function or its
 * oldest function. */
#define lazynccl_key_symbol(description)                                                           \
    ((description)->version_function ? (description)->version_function : (description)->symbols)

/* Returns the name of slot 0, and the name after `name`, which belongs to this slot. */
#define lazynccl_symbol_first(description) (description)->symbols
const char *lazynccl_symbol_next(const struct lazynccl_description *, int index, const char *name);

/* The first returns the symbol name of a slot; the second the slot of a name, or -1. */
const char *lazynccl_symbol_name(const struct lazynccl_description *, int index);
int lazynccl_symbol_index(const struct lazynccl_description *, const char *symbol);

/* Returns 1 if a function of a suffix family is not the one of the newest minor. */
int lazynccl_has_newer_minor(const struct lazynccl_description *, int index);

/* "__nvJitLinkCreate_12_9" without what the suffix adds: "nvJitLinkCreate". */
#define LAZYNCCL_SYMBOL_BYTES 128 /* longer than any name with its suffix */
void lazynccl_plain_name(const char *symbol, char plain[LAZYNCCL_SYMBOL_BYTES]);

/* The version that added the symbol, and the version that removed it or 0. */
int lazynccl_added_in(const struct lazynccl_description *, int index);
int lazynccl_removed_in(const struct lazynccl_description *, int index);

/* Versions */

#define LAZYNCCL_VERSION_TEXT 16

/* "2.28.9", "12.9" for CUDA's libraries, "of unknown version" for 0. Returns `text`. */
const char *lazynccl_version_text(const struct lazynccl_description *, int version,
                                  char text[LAZYNCCL_VERSION_TEXT]);

/* Parses the version at the start of a text: two or three numbers separated by '.' or '_'; 0 if
 * there is none. */
int lazynccl_version_read(const char *text);
