/* What `find` found out of each library, and how that is shown.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_VERBS_FIND_PRINT_H
#define LAZYNCCL_TOOL_VERBS_FIND_PRINT_H

#include "tool/linking/facts.h"
#include "tool/linking/trial_load.h"
#include "tool/text/json.h"
#include "tool/text/style.h"

/* With --load the proofs of what both would give. */
struct result {
    struct answer answer;
    int proved;
    struct proof linker, taken;
};

/* Columns as wide as all that stands in them. */
struct table {
    const struct examination *at;
    const struct style *manner;
    int versions, folders, places;
};
#define TABLE_INDENT 11 /* of all but the library's name */

/* A file in columns, behind who has it: "ld.so     12.1  /usr/lib   default   lacks x". `look`:
 * NULL or without a path: "nothing". `where`: who led there, or what came of it. `proof`: NULL: not
 * tried. */
void table_look(const struct table *, const struct answer *, const char *who,
                const struct candidate *, const char *where, const char *outcome,
                const struct proof *proof);

/* How many columns a text takes on a terminal. */
int safe_columns(const char *);

/* 1 if a place has nothing, and nobody said that it has. */
int find_place_is_idle(const struct candidate *);

/* All other places in the search's order. */
void find_places(const struct table *, const struct answer *);

void find_print(const struct examination *, const struct result *, int count, const struct style *);
void find_json(const struct examination *, const struct result *, int count);

/* The members "ld.so" and "lazynccl" of an object: what each would give. The proofs may be NULL. */
void find_json_both(struct json *, const struct examination *, const struct answer *,
                    const struct proof *linker, const struct proof *taken);

#endif
