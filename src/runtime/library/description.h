/* The contents of a stub as plain data, for the search, the loader and the command.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/compiler.h"

/* A release, and the first symbol that it added, or in `removed` the symbol that it removed. */
struct lazynccl_change {
    int version; /* major*10000 + minor*100 + patch */
    int index;
};

#define LAZYNCCL_SONAMES 8 /* at most; gen/stub/check.py checks it */

/* Constant. Lists end with NULL. A vendored copy keeps only the members that its code reads. */
struct lazynccl_description {
    const char *name;             /* "nccl", as in LAZYNCCL's messages */
    const char *const *sonames;   /* in order of preference */
    const char *version_function; /* returns the version; or NULL */
    const char *const *table;     /* in archives that `link` makes: the names by slot, NULL for
                                     functions that the program does not use */
    const char *symbols;          /* the name of slot 0; lazynccl_symbol_next() has the others */
    int alias_bytes; /* 0, or n: an odd slot's name is n bytes, then the previous name: pncclSend */
    int versions;    /* 0, or the offset in `symbols` of the symbol versions: for each slot a byte,
                        the number of its list (0: an empty one); for each list two bytes, its
                        offset from the first of them; then the lists: texts, the last one empty */
    unsigned versions_sum; /* sum of the version hashes of the file that the names are from; or 0 */
    int count;       /* the number of slots */
    int complete;         /* 1: a file that lacks a function is rejected */
    const char *optional; /* names of functions that may be absent, then an empty text; or NULL */
    const char *title;    /* "NCCL" */
    const char *const *wheels; /* folders below site-packages that contain it */
    const char *const *home_variables; /* such as NCCL_HOME: each names a folder of this library */
    const char *remedy;    /* what a small copy suggests if nothing is found in its site-packages */
    const char *companion; /* "libnvrtc-builtins.so.%d.%d": opened with it; or NULL */
    const char *partner;   /* the library whose version must fit; or NULL */
    int partner_order;     /* -1: must not be newer than the partner; 1: not older */
    int cuda_named;        /* 1: the soname's first number is CUDA's major */
    const char *cuda_majors; /* CUDA's major for each soname; NULL: unknown, or cuda_named */
    const char *changed;   /* functions that differ between majors, as texts: a byte, the major that
                              brought the newer one, and the name. After each group a text: how
                              they differ. An empty text ends all. NULL: none */
    const char *before;    /* functions that had another name before a major, as pairs of texts: a
                              byte (that major) and the name; the older name; last, an empty text */
    int highest_minor;     /* of this suffix family; if `family` is 0, of all families */
    const char *suffixed;  /* "__%s_%d_%d": name, major, minor; NULL: no such symbols */
    int unsuffixed_since;  /* if `family` is 0: the first version with plain names */
    int family;            /* the major in these names, a suffix family; 0: names without suffix */
    const char *const *packages; /* PyPI's names, newest CUDA first */
    const char *version_text;    /* precedes the version inside the file; or NULL */
    const struct lazynccl_change *added, *removed; /* by slot */
    int added_count, removed_count; /* rows in `added` and `removed` */
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

/* Generated: the partners of this build's libraries; the last entry has no name. Only the members
 * that recognize files are set: name, title, sonames, companion, version_text, version_function. */
LAZYNCCL_INTERNAL extern const struct lazynccl_description lazynccl_partners[];

/* File names of libraries */

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

/* 1 if a file with this SONAME (NULL: none) may be the library. If a setting names the file, its
 * functions alone decide, but CUDA's majors are never mixed. If the search found the file, the
 * SONAME must be one of the library's. */
int lazynccl_soname_fits(const struct lazynccl_description *, const char *soname, int file_named);

/* Symbols */

/* The function that identifies the library: its version function or its oldest function. */
#define lazynccl_key_symbol(description)                                                           \
    ((description)->version_function ? (description)->version_function : (description)->symbols)

/* The name of slot 0, and the name that follows `name`, which is the name of slot `index`. */
#define lazynccl_symbol_first(description) (description)->symbols
const char *lazynccl_symbol_next(const struct lazynccl_description *, int index, const char *name);

/* The first returns the symbol name of a slot; the second the slot of a name, or -1. */
const char *lazynccl_symbol_name(const struct lazynccl_description *, int index);
int lazynccl_symbol_index(const struct lazynccl_description *, const char *symbol);

/* Returns 1 if a suffix family also has this function with a newer minor. */
int lazynccl_has_newer_minor(const struct lazynccl_description *, int index);

/* Writes a suffixed name, such as __nvJitLinkCreate_12_9, as nvJitLinkCreate. */
#define LAZYNCCL_SYMBOL_BYTES 128 /* longer than any name with its suffix */
void lazynccl_plain_name(const char *symbol, char plain[LAZYNCCL_SYMBOL_BYTES]);

/* The version that added the symbol, and the version that removed it or 0. */
int lazynccl_added_in(const struct lazynccl_description *, int index);
int lazynccl_removed_in(const struct lazynccl_description *, int index);

/* Versions */

#define LAZYNCCL_VERSION_TEXT 16

/* Returns "2.28.9" or, for CUDA's libraries, "12.9" in `text`; "of unknown version" for 0. */
const char *lazynccl_version_text(const struct lazynccl_description *, int version,
                                  char text[LAZYNCCL_VERSION_TEXT]);

/* Parses the two or three numbers of a version at the start of a text; 0 if there is none. */
int lazynccl_version_read(const char *text);
