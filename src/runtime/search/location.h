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

/* In place of those in which no library of a vendored copy is. */
void lazynccl_location_none(struct lazynccl_search *);

/* How a location begins; it sets its own check. Small copies have their own (core/search.h). */
#define lazynccl_enter(s, row, word) ((s)->location = (row), (s)->refused = 0)
#define lazynccl_check_no_more(s) (s)->check = NULL
#define lazynccl_is_secure(s) (s)->view->secure
#define lazynccl_is_asked_next(s, look) 0
#define lazynccl_is_excluded(s) 0
#define LAZYNCCL_SYSTEM "system"
