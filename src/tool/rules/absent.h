/* Libraries that `lazynccl find` does not find, or that do not load.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/rules/rule.h"

/* Start with {0}. */
struct absent {
    const struct search_result **list;
    size_t count;
};

/* Keeps a search result of which no file will do. */
void absent_keep(struct absent *, const struct search_result *);
void absent_free(struct absent *);

/* Adds LN120 for what was kept: one finding for all libraries of which there is no file at all, and
 * one for each of the others. */
void absent_add(struct examination *, const struct absent *);

/* Adds LN120 for a file that turns out to be an older release when it is loaded. */
void absent_add_older(struct examination *, const struct search_result *, int version);

/* Adds LN121. `who` would load the file: ld.so or lazynccl. */
void absent_add_unloadable(struct examination *, const struct lazynccl_description *,
                           const struct candidate *, const char *who, const char *why);
