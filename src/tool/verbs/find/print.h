/* What `find` found for each library, and how it is shown.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_VERBS_FIND_PRINT_H
#define LAZYNCCL_TOOL_VERBS_FIND_PRINT_H

#include "tool/findings/examination.h"
#include "tool/linking/trial_load.h"
#include "tool/text/table.h"

/* With --load the proofs of both answers. */
struct result {
    struct answer answer;
    int proved;
    struct proof linker, taken;
};

/* An answer that is being shown. */
struct find_view {
    struct table *table;
    const struct examination *at;
    const struct answer *answer;
};

/* A file as a row. `who`: whose it is, or its place; `where`: its place, unless `who` is; `said`: a
 * remark, or NULL; `proof` NULL: not tried. Without a path people get only the remark. */
void find_row(const struct find_view *, const char *key, const char *who, const struct candidate *,
              const char *where, const char *said, const struct proof *proof);

/* What ld.so and what lazynccl would give. The proofs may be NULL. */
void find_both(const struct find_view *, const struct proof *linker, const struct proof *taken);

/* 1 if a place has nothing, and was not set to have something. */
int find_place_is_idle(const struct candidate *);

/* For people: all other places in the search's order. */
void find_places(const struct find_view *);

/* The whole answer. */
void find_print(const struct examination *, const struct result *, int count, struct table *);

#endif
