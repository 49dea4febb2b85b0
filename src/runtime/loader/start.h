/* Opens a library before main(), for stubs with open = "start".
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/library.h"

/* Called by a constructor: opens the library as a first call would. If that fails, no call searches
 * again, because the program may have changed its root directory; only lazynccl_load() does. If the
 * library is installed and failed, and a fallback value would hide that, the program ends, as it
 * would with a direct link. */
void lazynccl_open_at_start(lazynccl_library *);
