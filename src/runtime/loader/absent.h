/* The last absent function that each thread called, for the functions that return error texts.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/library.h"

/* Notes that this thread called an absent function. Takes no lock and allocates nothing. A note may
 * be overwritten by another thread's. */
void lazynccl_absent_note(lazynccl_library *, int index);

/* Takes this thread's note, if it is on this library or on another of its suffix families. Returns
 * the slot, and the library in `noted`; or -1. */
int lazynccl_absent_take(const lazynccl_library *, lazynccl_library **noted);
