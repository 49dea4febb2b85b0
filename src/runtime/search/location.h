/* The search locations. Each is one file in location/, and one row of the table in search.c.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/search/state.h"

/* Considers the candidates of a location one after the other, until the search stops. */
typedef void lazynccl_location_look(struct lazynccl_search *);

void lazynccl_location_api(struct lazynccl_search *);
void lazynccl_location_env(struct lazynccl_search *);
void lazynccl_location_loaded(struct lazynccl_search *);
void lazynccl_location_partner(struct lazynccl_search *);
void lazynccl_location_wheel(struct lazynccl_search *);
void lazynccl_location_conda(struct lazynccl_search *);
void lazynccl_location_system(struct lazynccl_search *);
void lazynccl_location_toolkit(struct lazynccl_search *);
