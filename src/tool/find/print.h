/* Prints what `find` found for a library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/findings/examination.h"
#include "common/text/json.h"

struct proof {
    int version;  /* the version that the file reports when it is opened; 0: none */
    char *failed; /* why it could not be opened, or how that ended; NULL: it was opened */
};

/* With --load, the outcome of loading both files. */
struct result {
    const struct search_result *found;
    int proved;
    struct proof linker, taken;
};

/* Prints the files that ld.so and lazynccl load and, unless `briefly`, all search locations. */
void find_print(const struct machine *, const struct result *, struct table *, int briefly);
