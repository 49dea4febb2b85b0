/* The other places of a search.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_VERBS_FIND_PLACES_H
#define LAZYNCCL_TOOL_VERBS_FIND_PLACES_H

#include "tool/verbs/find/row.h"

/* 1 if a place has nothing, and was not set to have something. */
int find_place_is_idle(const struct candidate *);

/* For people: all other places in the search's order. */
void find_places(const struct find_view *);

#endif
