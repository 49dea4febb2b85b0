/* Shared by the public functions.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/library.h"

/* The library or family that has a symbol, and its slot; -1 if none has. A plain name is first
 * looked up in the family in use, because NVIDIA's header turns a call of nvJitLinkCreate() into
 * __nvJitLinkCreate_13_5(). */
lazynccl_library *lazynccl_member_with(lazynccl_library *base, const char *symbol, int *index);
