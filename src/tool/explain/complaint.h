/* What loaders and linkers of all kinds complain about, whoever's the library is.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stddef.h>

/* Each is a bit, so that an answer can be for several. */
enum complaint_kind {
    COMPLAINT_NONE = 0,
    COMPLAINT_NOT_FOUND = 1 << 0,   /* the library */
    COMPLAINT_NAMED = 1 << 1,       /* the library, by a name without a version: "cuSPARSE" */
    COMPLAINT_DENIED = 1 << 2,      /* the library's file may not be read */
    COMPLAINT_BROKEN = 1 << 3,      /* its file is not a library for this machine */
    COMPLAINT_SYMBOL = 1 << 4,      /* a symbol, in a version or not */
    COMPLAINT_VERSION = 1 << 5,     /* a version, of all symbols */
    COMPLAINT_UNVERSIONED = 1 << 6, /* the library has no versions, and should */
    COMPLAINT_TLS = 1 << 7,         /* no room for the library's thread-local variables */
    COMPLAINT_STACK = 1 << 8,       /* the library wants a stack that may be executed */
    COMPLAINT_UNMAPPED = 1 << 9,    /* the library's file cannot be mapped */
    COMPLAINT_LINK = 1 << 10,       /* ld does not find -lNAME */
    COMPLAINT_REFERENCE = 1 << 11,  /* ld does not find a symbol */
    COMPLAINT_HEADER = 1 << 12,     /* a compiler does not find a header */
    COMPLAINT_PACKAGE = 1 << 13,    /* CMake, pkg-config or Meson does not find a package */
    COMPLAINT_CONFIG = 1 << 14,     /* CMake does not find a file that describes the package */
    COMPLAINT_GPU = 1 << 15,        /* a program finds no GPU, or no driver */
    COMPLAINT_BUILD = 1 << 16,      /* a program was built without CUDA */
    COMPLAINT_OPENED = 1 << 17,     /* a program cannot open a library, by any name */
    COMPLAINT_CDI = 1 << 18,        /* a container engine does not know a device */
    COMPLAINT_INDEX = 1 << 19,      /* pip finds no release of a package */
    COMPLAINT_CLI = 1 << 20,        /* nvidia-container-cli cannot prepare a container */
    COMPLAINT_OLD = 1 << 21,        /* the library is older than a framework requires */
    COMPLAINT_CALL = 1 << 22,       /* a call of a function failed */
    COMPLAINT_ABSENT = 1 << 23,     /* apt, dnf or conda has no package of the name */
    COMPLAINT_CONFLICT = 1 << 24,   /* apt, dnf, conda or pip cannot install one beside others */
    COMPLAINT_SOURCE = 1 << 25,     /* a compiler does not find a name that source code uses */
    COMPLAINT_TOOL = 1 << 26,       /* one of NVIDIA's programs is not installed */
    COMPLAINT_ELSEWHERE = 1 << 27,  /* Windows or macOS cannot load the library */
    COMPLAINT_UNSEEN = 1 << 28,     /* a program sees no GPU, of any maker */
    COMPLAINT_MODULE = 1 << 29,     /* Python lacks one of NVIDIA's modules */
};

enum { COMPLAINT_NAME = 256 };

struct complaint {
    enum complaint_kind kind;
    int is_loaded;   /* 1: the library's file is there: dlsym() was asked for the symbol */
    int is_sentence; /* 1: a program's own words: an error code beside them tells more */
    /* "" where the line does not say: */
    char library[COMPLAINT_NAME];   /* as it is written, with its folder */
    char requester[COMPLAINT_NAME]; /* the file that needs it */
    char symbol[COMPLAINT_NAME], version[COMPLAINT_NAME];
};
