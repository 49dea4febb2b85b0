/* What a stub says about a library: plain data, for the search, the loader and the command.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_LIBRARY_DESCRIPTION_H
#define LAZYNCCL_LIBRARY_DESCRIPTION_H

#include "library/compiler.h"

struct lazynccl_added {
    int version; /* major*10000 + minor*100 + patch */
    int first;   /* symbols from this index up to the next row's came with it */
};

struct lazynccl_removed {
    int version;
    int index;
};

/* Constant. Lists end with NULL. */
struct lazynccl_description {
    const char *name;             /* "nccl", as in LAZYNCCL's messages */
    const char *title;            /* "NCCL" */
    const char *const *sonames;   /* in order of preference */
    const char *const *wheels;    /* folders below site-packages that hold it */
    const char *const *roots;     /* variables that name an installation of this library only */
    const char *const *packages;  /* PyPI's names, newest CUDA first */
    const char *companion;        /* "libnvrtc-builtins.so.%d.%d": opened with it; or NULL */
    const char *partner;          /* the library whose version must fit; or NULL */
    int partner_order;            /* -1: must not be newer than the partner; 1: not older */
    int cuda_named;               /* 1: the soname's first number is CUDA's major */
    const char *version_function; /* returns the version */
    const char *version_text;     /* precedes the version inside the file; or NULL */
    const char *symbols;          /* every name, each with its NUL, in slot order */
    int count;                    /* of the names */
    const struct lazynccl_added *added;
    int added_count;
    const struct lazynccl_removed *removed;
    int removed_count;
    const char *suffixed; /* "__%s_%d_%d": name, major, minor; NULL: no such symbols */
    int highest_minor;    /* its suffix family's highest; plain: of all families */
    int unsuffixed_since; /* plain: files before this version have the suffixed names only */
    int family;           /* this suffix family's major; 0: the plain names */
    int absent_code;      /* what functions return that cannot be called */
    int plugin;           /* 1: a network plugin, which may contain lazynccl itself */
};

/* How to recognize the files of every library that was described when this was generated, whether
 * or not it is in this build: name, title, sonames, companion and version_text only. Generated. */
LAZYNCCL_INTERNAL extern const struct lazynccl_description lazynccl_known[];
LAZYNCCL_INTERNAL extern const int lazynccl_known_count;

#endif
