/* Compiles only if the prototypes and constants in the stub of Tiny match its headers.
 * Generated from tiny.toml: edit that file and regenerate.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#if !defined CUDA_VERSION && __has_include(<cuda.h>)
#include <cuda.h>
#endif
#include <tiny.h>
#if TINY_VERSION >= 3 * 100 + 0 * 10 + 0
#include <tiny_extra.h>
#endif
#include <stddef.h>
#include <stdint.h>
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

#ifndef TINY_VERSION
#error "these headers do not define their version: compile with -DTINY_VERSION=..."
#endif

/* Parentheses prevent the expansion of macros with these names. Functions that the headers lack are
 * declared here for the first time. */

#if TINY_VERSION >= 1 * 100 + 0 * 10 + 0
_Static_assert(TINY_SUCCESS == 0, "TINY_SUCCESS");
_Static_assert(TINY_ERROR_SYSTEM == 2, "TINY_ERROR_SYSTEM");
tinyResult (tinyOpen)(tinyThing *, const tinyConfig *, const char **);
tinyResult (ptinyOpen)(tinyThing *, const tinyConfig *, const char **);
const char *(tinyErrorText)(tinyResult);
const char *(ptinyErrorText)(tinyResult);
const char *(tinyLastError)(tinyThing);
const char *(ptinyLastError)(tinyThing);
tinyResult (tinyVersion)(int *, int *);
tinyResult (ptinyVersion)(int *, int *);
tinyResult (__tinyOpen_2_0)(tinyThing *, const tinyConfig *, const char *const *);
tinyResult (__tinyOpen_2_1)(tinyThing *, const tinyConfig *, const char *const *);
#endif

#if TINY_VERSION >= 2 * 100 + 1 * 10 + 0
tinyResult (tinyList)(tinyThing *, int);
tinyResult (ptinyList)(tinyThing *, int);
tinyResult (tinyWatch)(tinyThing, int (*)(void *, tinyKind), void *);
tinyResult (ptinyWatch)(tinyThing, int (*)(void *, tinyKind), void *);
int (tinyPlace)(tinyThing);
int (ptinyPlace)(tinyThing);
int (tinySlots)(void);
int (ptinySlots)(void);
tinyResult (__tinyList_2_0)(tinyThing *, int);
tinyResult (__tinyList_2_1)(tinyThing *, int);
tinyResult (__tinyWatch_2_0)(tinyThing, int (*)(void *, tinyKind), void *);
tinyResult (__tinyWatch_2_1)(tinyThing, int (*)(void *, tinyKind), void *);
int (__tinyPlace_2_0)(tinyThing);
int (__tinyPlace_2_1)(tinyThing);
int (__tinySlots_2_0)(void);
int (__tinySlots_2_1)(void);
#endif

#if TINY_VERSION >= 3 * 100 + 1 * 10 + 2
_Static_assert(sizeof(tinyShape) == sizeof(struct {
    int width;
    tinyIndex parts[2];
}), "the size of tinyShape");
tinyResult (tinyMeasure)(tinyThing, tinyShape *, tinyIndex *);
tinyResult (ptinyMeasure)(tinyThing, tinyShape *, tinyIndex *);
tinyShape (tinyOutline)(tinyThing, const char *const);
tinyShape (ptinyOutline)(tinyThing, const char *const);
void (tinyReset)(void);
void (ptinyReset)(void);
#endif
