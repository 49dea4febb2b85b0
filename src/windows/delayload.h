/* The structs that the generated tables of a copy for Windows fill.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once
#ifndef _WIN64
#error "this copy is for Linux and 64-bit Windows"
#endif
#include "lazynccl.h"
#include <windows.h>
#include <delayimp.h>
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LAZYNCCL_NO_CFI
#ifdef _MSC_VER
typedef SSIZE_T ssize_t;
#define LAZYNCCL_THREAD __declspec(thread)
#else
#define LAZYNCCL_THREAD __thread
#endif
#ifdef LAZYNCCL_CUDA_ONLY
#define LAZYNCCL_CUDA_MAJOR LAZYNCCL_CUDA_ONLY
#else
#define LAZYNCCL_CUDA_ONLY 0
#endif
#ifndef LAZYNCCL_CUDA_MAJOR
#define LAZYNCCL_CUDA_MAJOR 0
#endif

typedef void (*lazynccl_function)(void);

struct lazynccl_dll {
    const char *name;
    int cuda; /* the CUDA major whose DLL this is; 0 if several majors use this name */
};

/* Constant. A list ends with NULL; a string of names ends with an empty name. */
struct lazynccl_description {
    const char *name, *title;        /* "nccl" and "NCCL" */
    const struct lazynccl_dll *dlls; /* newest first; none if the library is only for Linux */
    const char *companion;           /* format of a DLL's name, from major and minor; or NULL */
    const char *const *wheels;       /* folders in site-packages */
    const char *functions;           /* the names of all functions */
    const unsigned short *answers;   /* the index of each function's fallback */
    const lazynccl_function *fallbacks;
    int reasons; /* how many fallbacks return the reason; they are the first */
    int certain; /* how many of the next fallbacks are only for a DLL that is not installed */
    const char *version_function;
    int (*version)(lazynccl_function); /* calls version_function; or NULL */
    const char *changed;      /* functions that differ between CUDA majors, each with a sentence */
    int suffixed;             /* 1: the library has names such as __nvJitLinkCreate_12_9 */
    int complete;             /* 1: a DLL that lacks a function is rejected */
    const char *optional;     /* functions that a DLL may lack all the same; or NULL */
};

/* The result of a search. It and its strings are immutable once published, and never freed. */
struct lazynccl_outcome {
    HMODULE handle; /* NULL: absent */
    const char *via;    /* the search location of the open DLL */
    const char *path;   /* the path of the open DLL */
    const char *reason; /* why the library is absent, or NULL */
    const char *report; /* the lines of the search */
    int version, cuda;  /* the version of the open DLL, and its CUDA major */
    int missing;        /* 1 if no such DLL is installed */
    LONG settings;      /* the library's `settings` when the search began */
};

/* A handler of lazynccl_on_absent(). Immutable, and never freed. */
struct lazynccl_told {
    lazynccl_absent_handler handler;
    void *data;
};

struct lazynccl_library {
    const struct lazynccl_description *description;
    struct lazynccl_outcome *volatile outcome;
    volatile LONG settings; /* counts the calls of lazynccl_set_path() and other setters */
    const WCHAR *volatile path; /* from lazynccl_set_path(), or NULL */
    volatile HMODULE handle;    /* from lazynccl_set_handle(), or NULL */
    const struct lazynccl_told *volatile told; /* the handler, or NULL */
    volatile LONG required; /* the version of lazynccl_require(), or 0 */
    volatile LONG filled; /* 1: fill() found all imports, or is finding them; -1: no list found */
};

/* Every library of this copy. */
extern lazynccl_library *const lazynccl_libraries[];

/* Called first by each fallback. Handles the call that lazynccl_announce() has recorded. */
static void lazynccl_called(void);
static void lazynccl_announce(lazynccl_library *library, const char *function);
static const char *lazynccl_absent_reason(lazynccl_library *library);
static void lazynccl_stop(void);
