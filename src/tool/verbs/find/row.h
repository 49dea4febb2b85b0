/* One file that `find` came to.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_VERBS_FIND_ROW_H
#define LAZYNCCL_TOOL_VERBS_FIND_ROW_H

#include "tool/findings/examination.h"
#include "tool/linking/trial_load.h"
#include "tool/text/table.h"

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

#endif
