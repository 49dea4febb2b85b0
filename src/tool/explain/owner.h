/* What a loader or a linker complains about, and the library or project that owns it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "runtime/library/library.h"

/* The kinds that the grammar reads; answer.c has those that follow from the library. */
enum complaint_kind {
    COMPLAINT_NONE,
    COMPLAINT_NOT_FOUND,   /* the loader does not find the library */
    COMPLAINT_NOWHERE,     /* lazynccl does not find the library */
    COMPLAINT_UNLISTED,    /* cuda.pathfinder does not find the library, in any release */
    COMPLAINT_MUSL,        /* musl's loader does not find the library */
    COMPLAINT_DENIED,      /* the library's file may not be read */
    COMPLAINT_UNOPENED,    /* the system refuses to open the file */
    COMPLAINT_MEMORY,      /* there is no memory to open the file */
    COMPLAINT_DESCRIPTORS, /* too many files are open */
    COMPLAINT_BROKEN,      /* the file is not a library for this machine */
    COMPLAINT_SYMBOL,      /* a symbol is missing, perhaps only in its version */
    COMPLAINT_VERSION,     /* a symbol version, with all its symbols, is missing */
    COMPLAINT_UNVERSIONED, /* the library has no versions, and should */
    COMPLAINT_TLS,         /* no room for the library's thread-local variables */
    COMPLAINT_STACK,       /* the library requires an executable stack */
    COMPLAINT_UNMAPPED,    /* the file cannot be mapped */
    COMPLAINT_RELEASE,     /* the file lacks a function, its version, or the release required */
    COMPLAINT_RELATIVE,    /* lazynccl refuses a relative path in a setting */
    COMPLAINT_FROZEN,      /* lazynccl may open nothing more */
    COMPLAINT_TRUST,       /* lazynccl refuses a file that others can replace */
    COMPLAINT_ITSELF,      /* the file is a build of lazynccl, or calls one back */
    COMPLAINT_LINK,        /* ld does not find -lNAME */
    COMPLAINT_REFERENCE,   /* ld does not find a symbol */
    COMPLAINT_NEEDED,      /* ld does not find a library that another one needs */
    COMPLAINT_CODE,        /* a function returned an error code */
};

enum { COMPLAINT_NAME = 256 };

struct complaint {
    enum complaint_kind kind;
    /* each is "" if the line does not say it */
    char library[COMPLAINT_NAME];   /* as it is written, with its folder */
    char requester[COMPLAINT_NAME]; /* the file that needs the library or symbol */
    char symbol[COMPLAINT_NAME];    /* or the name of an error code */
    char version[COMPLAINT_NAME];   /* of the symbol; or the number of an error code */
};

enum owner_kind {
    OWNER_STUB,   /* a library that has a stub */
    OWNER_NVIDIA, /* another library of NVIDIA */
    OWNER_OTHER,
    OWNER_KINDS
};

struct owner {
    enum owner_kind kind;
    char soname[COMPLAINT_NAME]; /* in the error, or else the library's first; "": not known */
    const char *title;           /* "cuBLAS", or NULL */
    const char *framework;       /* "PyTorch" if the symbol is its C++ name; the former library of a
                                    function that glibc has moved; else NULL */
    int is_driver;               /* 1: the driver contains the library */
    const struct lazynccl_description *library; /* NULL if it has no stub */
    int has_symbol;                             /* 1: the stub has the complaint's symbol */
    int added;   /* the release that added the symbol; 0: the oldest known one, or unknown */
    int removed; /* the release that removed the symbol; 0: none, or unknown */
};

/* Finds the owner of the library or symbol that a complaint names. */
struct owner owner_of(const struct complaint *);

/* Returns 1 if a library's name ends in a number, as ld.so and wheels have it. */
int owner_has_number(const char *library);
