/* Tests a library by opening it in a child process.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "runtime/library/library.h"

struct proof {
    int version;  /* the version that it reports; 0: none */
    char *failed; /* why it could not be opened, or how that ended; NULL: it was opened */
};

/* Opens the file as lazynccl does, with what belongs to it. Free `failed`. */
struct proof trial_load(lazynccl_library *, const char *path);
