/* The search locations, in their default order; the order is API.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_SEARCH_LOCATIONS_H
#define LAZYNCCL_SEARCH_LOCATIONS_H

struct lazynccl_search;
struct lazynccl_place_row {
    char word[8];
    void (*look)(struct lazynccl_search *); /* NULL: for no library of this copy */
};
extern const struct lazynccl_place_row lazynccl_places[];
extern const int lazynccl_places_count;

#endif
