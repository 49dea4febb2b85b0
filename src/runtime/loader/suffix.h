/* Symbols with a version suffix, such as nvJitLink's.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/library.h"

/* The newest minor of a suffix family that an open library has; -1: none. */
int lazynccl_newest_suffix(const lazynccl_library *, void *handle, int major);
