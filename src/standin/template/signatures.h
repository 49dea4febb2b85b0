/* The parameters of functions as the stubs declare them, for traces.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/compiler.h"
#include <stddef.h>

/* Generated: the functions of every library of this build, in order of their names. One text,
 * because pointers would be relocated whenever the command starts. Each row ends with NUL. It
 * contains the name, then '=' if the function returns an integer, a pointer or nothing, else '~'.
 * The parameters follow, separated by ';'. Each parameter has
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
extern const char lazynccl_signatures[] LAZYNCCL_INTERNAL;
extern const size_t lazynccl_signatures_size LAZYNCCL_INTERNAL;
