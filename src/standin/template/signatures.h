/* What the stubs know of functions' parameters, for traces.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/compiler.h"

/* `types` begins with '=' if the function returns an integer, a pointer or nothing, else with '~'.
 * Then, for each parameter, and divided by ';': a letter; where it is on x86-64 and where on
 * aarch64 and riscv64, the number of a register, or from their number on of a word on the stack, in
 * base 36; of 'S' and 'U' the bytes of the struct; a blank, and the type. n, w   an int, an
 * unsigned int     i, u   the same of 64 bits h      a handle                    H      a pointer
 * to one, which the function may set S      a struct of more than 16 bytes, by value     U      a
 * pointer to such a struct p      another pointer             f      a number with a point */
struct lazynccl_signature {
    const char *name, *types;
};

/* Of every library of this build, in order of their names. Generated. */
extern const struct lazynccl_signature lazynccl_signatures[] LAZYNCCL_INTERNAL;
extern const int lazynccl_signatures_count LAZYNCCL_INTERNAL;
