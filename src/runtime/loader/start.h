/* Opens a library before main(), for stubs with open = "start".
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/library.h"

/* Opens the library as a first call would, for a constructor. If that fails, no call searches
 * again, because the program may have changed its root directory since: only lazynccl_load() does.
 * A program that has an answer for one of the functions ends, as a direct link would, unless the
 * library is not installed. */
void lazynccl_open_at_start(lazynccl_library *);
