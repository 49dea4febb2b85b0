/* The parameters of functions as the stubs declare them, for traces.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/compiler.h"

/* `types` begins with '=' if the function returns an integer, a pointer or nothing, else with '~'.
 * The parameters follow, separated by ';'. Each has
 * - a letter from the list below
 * - its location on x86-64, then its location on aarch64 and riscv64, in base 36: the number of a
 *   register, or, from the number of registers on, of a word on the stack
 * - for 'S' and 'U', the size of the struct in bytes
 * - a blank and the type
 *
 * The letters:
 * - n, w: an int, an unsigned int
 * - i, u: a 64-bit integer, signed or unsigned
 * - h: a handle
 * - H: a pointer to a handle, which the function may set
 * - S: a struct of more than 16 bytes, by value
 * - U: a pointer to such a struct
 * - p: another pointer
 * - f: a floating-point number */
struct lazynccl_signature {
    const char *name, *types;
};

/* Of every library of this build, in order of their names. Generated. */
extern const struct lazynccl_signature lazynccl_signatures[] LAZYNCCL_INTERNAL;
extern const int lazynccl_signatures_count LAZYNCCL_INTERNAL;
