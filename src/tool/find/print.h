/* Prints what `find` found for a library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/findings/examination.h"
#include "common/text/json.h"

struct proof {
    int version;  /* the version that the opened file reports; 0: none */
    char *failed; /* why the file was not opened, or how the child ended; NULL: it was opened */
};

/* With --load, the outcome of loading both files. */
struct result {
    const struct search_result *found;
    int proved;          /* 1: both files were loaded */
    struct proof linker; /* of ld.so's file */
    struct proof taken;  /* of lazynccl's file */
};

/* Prints the files that ld.so and lazynccl load and, unless `briefly`, all search locations. */
void find_print(const struct machine *, const struct result *, struct table *, int briefly);
