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
    int cuda; /* CUDA's major; 0 if several have it */
};

/* Constant. Lists end with NULL, strings of names with an empty one. */
struct lazynccl_description {
    const char *name, *title;
    const struct lazynccl_dll *dlls; /* the newest first; none if the library is for Linux alone */
    const char *companion;           /* a DLL beside it, by major and minor; or NULL */
    const char *const *wheels;       /* folders in site-packages */
    const char *functions;
    const unsigned short *answers; /* the index of each function's fallback */
    const lazynccl_function *fallbacks;
    int reasons, certain; /* how many of these return the reason, and how many, the next ones, stand
                             only for a DLL that is not installed */
    const char *version_function;
    int (*version)(lazynccl_function);
    const char *changed;      /* functions that differ between CUDA's majors, each with a sentence */
    int suffixed;             /* has names such as __nvJitLinkCreate_12_9 */
    int complete;             /* a DLL that lacks a function is not taken */
    const char *optional;     /* except these functions; or NULL */
};

/* The result of a search. It and its strings are immutable once published, and never freed. */
struct lazynccl_outcome {
    HMODULE handle; /* NULL: absent */
    const char *via, *path, *reason, *report;
    int version, cuda, missing; /* 1: no such DLL is installed */
    LONG settings; /* how many of them the search obeyed */
};

/* A handler of lazynccl_on_absent(). Immutable, and never freed. */
struct lazynccl_told {
    lazynccl_absent_handler handler;
    void *data;
};

struct lazynccl_library {
    const struct lazynccl_description *description;
    struct lazynccl_outcome *volatile outcome;
    volatile LONG settings; /* counts the calls of lazynccl_set_path() and other settings */
    const WCHAR *volatile path;
    volatile HMODULE handle;
    const struct lazynccl_told *volatile told; /* or NULL */
    volatile LONG required;
    volatile LONG filled; /* 1 when all imports are found or being found, -1 if nothing lists them */
};

/* Every library of this copy. */
extern lazynccl_library *const lazynccl_libraries[];

/* Called first by each fallback: the call that the helper or a function without a DLL announced. */
static void lazynccl_called(void);
static void lazynccl_announce(lazynccl_library *library, const char *function);
static const char *lazynccl_absent_reason(lazynccl_library *library);
static void lazynccl_stop(void);
