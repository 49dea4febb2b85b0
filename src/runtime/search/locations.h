/* The search locations, in their default order; the order is API.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/search/visit.h"

struct lazynccl_search;

/* By enum lazynccl_location. */
struct lazynccl_location_row {
    char word[8];
    void (*look)(struct lazynccl_search *); /* NULL: for no library of this copy */
    int if_secure; /* 1: searched also if privileges are raised, as the caller cannot change it */
};
extern const struct lazynccl_location_row lazynccl_locations[LAZYNCCL_LOCATIONS];

/* The word in LAZYNCCL_SEARCH and in reports; "settings" for LAZYNCCL_NO_LOCATION. */
const char *lazynccl_location_word(enum lazynccl_location);
