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

/* 1 if a look is at nothing new: at the file that is taken, one that a look from number `first` on
 * has come to, or a place that has nothing and was not set to have something. */
int find_is_repeated(const struct search_result *, int first, int look);
int find_is_idle(const struct candidate *);

/* What ld.so and what lazynccl would give, as JSON. */
void find_both(const struct machine *, const struct search_result *, struct table *);

/* Both, then every other place in the search's order. */
void find_print(const struct machine *, const struct result *, struct table *);
