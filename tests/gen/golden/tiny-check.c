/* Proves, by compiling, that our prototypes and constants of Tiny match its headers.
 * Generated from tiny.toml: edit that file and regenerate.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include <stddef.h>
#include <stdint.h>
#if !defined CUDA_VERSION && __has_include(<cuda.h>)
#include <cuda.h>
#endif
#include <tiny.h>
#if TINY_VERSION >= 3 * 100 + 0 * 10 + 0
#include <tiny_extra.h>
#endif

#ifndef TINY_VERSION
#error "these headers do not define their version: compile with -DTINY_VERSION=..."
#endif

/* Names are in parentheses in case they are macros too; one that headers lack is only declared. */

#if TINY_VERSION >= 1 * 100 + 0 * 10 + 0
_Static_assert(TINY_SUCCESS == 0, "TINY_SUCCESS");
_Static_assert(TINY_ERROR_SYSTEM == 2, "TINY_ERROR_SYSTEM");
tinyResult (tinyOpen)(tinyThing *a1, const tinyConfig *a2, const char **a3);
tinyResult (ptinyOpen)(tinyThing *a1, const tinyConfig *a2, const char **a3);
const char *(tinyErrorText)(tinyResult a1);
const char *(ptinyErrorText)(tinyResult a1);
const char *(tinyLastError)(tinyThing a1);
const char *(ptinyLastError)(tinyThing a1);
tinyResult (tinyVersion)(int *a1, int *a2);
tinyResult (ptinyVersion)(int *a1, int *a2);
tinyResult (__tinyOpen_2_0)(tinyThing *a1, const tinyConfig *a2, const char *const *a3);
tinyResult (__tinyOpen_2_1)(tinyThing *a1, const tinyConfig *a2, const char *const *a3);
#endif

#if TINY_VERSION >= 2 * 100 + 1 * 10 + 0
tinyResult (tinyList)(tinyThing *a1, int a2);
tinyResult (ptinyList)(tinyThing *a1, int a2);
tinyResult (tinyWatch)(tinyThing a1, int (*a2)(void *, tinyKind), void *a3);
tinyResult (ptinyWatch)(tinyThing a1, int (*a2)(void *, tinyKind), void *a3);
int (tinyPlace)(tinyThing a1);
int (ptinyPlace)(tinyThing a1);
int (tinySlots)(void);
int (ptinySlots)(void);
tinyResult (__tinyList_2_0)(tinyThing *a1, int a2);
tinyResult (__tinyList_2_1)(tinyThing *a1, int a2);
tinyResult (__tinyWatch_2_0)(tinyThing a1, int (*a2)(void *, tinyKind), void *a3);
tinyResult (__tinyWatch_2_1)(tinyThing a1, int (*a2)(void *, tinyKind), void *a3);
int (__tinyPlace_2_0)(tinyThing a1);
int (__tinyPlace_2_1)(tinyThing a1);
int (__tinySlots_2_0)(void);
int (__tinySlots_2_1)(void);
#endif

#if TINY_VERSION >= 3 * 100 + 1 * 10 + 2
_Static_assert(sizeof(tinyShape) == sizeof(struct {
    int width;
    tinyIndex parts[2];
}), "the size of tinyShape");
tinyResult (tinyMeasure)(tinyThing a1, tinyShape *a2, tinyIndex *a3);
tinyResult (ptinyMeasure)(tinyThing a1, tinyShape *a2, tinyIndex *a3);
tinyShape (tinyOutline)(tinyThing a1, const char *const a2);
tinyShape (ptinyOutline)(tinyThing a1, const char *const a2);
void (tinyReset)(void);
void (ptinyReset)(void);
#endif
