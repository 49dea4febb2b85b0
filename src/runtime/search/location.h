/* The search locations. Each is one file in location/, and one row of the table in search.c.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/search/state.h"

/* Adds the candidates and notes of a step, which is 0 at first. Returns 1 if there are more steps.
 * A step may find several files, and must not be slow, because the first file may be accepted. */
typedef int lazynccl_location_step(struct lazynccl_search *, int step);

int lazynccl_location_api(struct lazynccl_search *, int step);
int lazynccl_location_env(struct lazynccl_search *, int step);
int lazynccl_location_loaded(struct lazynccl_search *, int step);
int lazynccl_location_partner(struct lazynccl_search *, int step);
int lazynccl_location_wheel(struct lazynccl_search *, int step);
int lazynccl_location_conda(struct lazynccl_search *, int step);
int lazynccl_location_system(struct lazynccl_search *, int step);
int lazynccl_location_toolkit(struct lazynccl_search *, int step);
