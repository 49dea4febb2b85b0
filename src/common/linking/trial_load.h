/* Proves what a library is by opening it, in a child process.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "runtime/library/library.h"

struct proof {
    int version;  /* what it says when it is asked; 0: nothing */
    char *failed; /* why it could not be opened, or how that ended; NULL: it was opened */
};

/* Opens the file as lazynccl does, with what belongs to it. Free `failed`. */
struct proof trial_load(lazynccl_library *, const char *path);
