/* What `find` found for a library, and how it is shown.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/findings/examination.h"
#include "common/linking/trial_load.h"
#include "common/text/table.h"

/* With --load the proofs of both answers. */
struct result {
    const struct search_result *found;
    int proved;
    struct proof linker, taken;
};

/* 1 if the candidate of this number is the file that is taken, or an earlier one of its location.
 */
int find_is_repeated(const struct search_result *, int look);

/* 1 if a location has no file, and no setting says that it should. */
int find_is_idle(const struct candidate *);

/* The files that ld.so and lazynccl would load. */
void find_both(const struct machine *, const struct search_result *, struct table *);

/* Both, then every other search location in order. */
void find_print(const struct machine *, const struct result *, struct table *);
