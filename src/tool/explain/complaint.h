/* What loaders and linkers of all kinds complain about, whoever's the library is.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stddef.h>

enum complaint_kind {
    COMPLAINT_NONE,
    COMPLAINT_NOT_FOUND,   /* the library */
    COMPLAINT_NAMED,       /* the library, by a name without a version: "cuSPARSE" */
    COMPLAINT_DENIED,      /* the library's file may not be read */
    COMPLAINT_BROKEN,      /* its file is not a library for this machine */
    COMPLAINT_SYMBOL,      /* a symbol, in a version or not */
    COMPLAINT_VERSION,     /* a version, of all symbols */
    COMPLAINT_UNVERSIONED, /* the library has no versions, and should */
    COMPLAINT_TLS,         /* no room for the library's thread-local variables */
    COMPLAINT_STACK,       /* the library wants a stack that may be executed */
    COMPLAINT_UNMAPPED,    /* the library's file cannot be mapped */
    COMPLAINT_LINK,        /* ld does not find -lNAME */
    COMPLAINT_REFERENCE,   /* ld does not find a symbol */
    COMPLAINT_HEADER,      /* a compiler does not find a header */
    COMPLAINT_PACKAGE,     /* CMake does not find a package */
    COMPLAINT_GPU,         /* a program finds no GPU, or no driver */
};

enum { COMPLAINT_NAME = 256 };

struct complaint {
    enum complaint_kind kind;
    int is_loaded;   /* 1: the library of the symbol is loaded: dlsym() was asked for it */
    int is_sentence; /* 1: a program's own words: an error code beside them tells more */
    /* "" where the line does not say: */
    char library[COMPLAINT_NAME];   /* as it is written, with its folder */
    char requester[COMPLAINT_NAME]; /* the file that needs it */
    char symbol[COMPLAINT_NAME], version[COMPLAINT_NAME];
};

/* A clean line, also in lower case. */
struct clean_line {
    const char *text, *small;
};

/* Returns 1, or 0: no loader or linker complains there. */
int complaint_read(struct complaint *, const struct clean_line *);

/* 1 if a line has a pattern, which is in lower case: '*' stands for anything, {L} for a name that
 * becomes the library's, {F}, {S} and {V} for the file that needs it, the symbol and its version.
 */
int complaint_matches(struct complaint *, const struct clean_line *, const char *pattern);

/* A text without what people paste around it: quotes, Markdown's stars, %20, runs of blanks. Lines
 * stay lines. To be freed. */
char *complaint_clean(const char *text);

/* 1 if a library's name ends in a number, as ld.so and wheels have it. */
int complaint_has_number(const char *library);
