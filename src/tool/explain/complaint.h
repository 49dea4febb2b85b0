/* What a loader or a linker complains about.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

/* The kinds that the grammar reads; answer.c has those that follow from the library. */
enum complaint_kind {
    COMPLAINT_NONE,
    COMPLAINT_NOT_FOUND,   /* the library */
    COMPLAINT_MUSL,        /* musl's loader does not find the library */
    COMPLAINT_DENIED,      /* the library's file may not be read */
    COMPLAINT_BROKEN,      /* the file is not a library for this machine */
    COMPLAINT_SYMBOL,      /* a symbol, in a version or not */
    COMPLAINT_VERSION,     /* a version, of all symbols */
    COMPLAINT_UNVERSIONED, /* the library has no versions, and should */
    COMPLAINT_TLS,         /* no room for the library's thread-local variables */
    COMPLAINT_STACK,       /* the library wants a stack that may be executed */
    COMPLAINT_UNMAPPED,    /* the file cannot be mapped */
    COMPLAINT_LINK,        /* ld does not find -lNAME */
    COMPLAINT_REFERENCE,   /* ld does not find a symbol */
    COMPLAINT_NEEDED,      /* ld does not find a library that another one needs */
    COMPLAINT_CODE,        /* a function returned an error code */
};

enum { COMPLAINT_NAME = 256 };

struct complaint {
    enum complaint_kind kind;
    /* "" where the line does not say: */
    char library[COMPLAINT_NAME];                         /* as it is written, with its folder */
    char requester[COMPLAINT_NAME];                       /* the file that needs it */
    char symbol[COMPLAINT_NAME], version[COMPLAINT_NAME]; /* also of an error code: its number */
};
