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

/* Replaces, in a full copy, the locations where none of its libraries can be. */
void lazynccl_location_none(struct lazynccl_search *);

/* What happens before each location. Small copies have other definitions (core/search.h). */
#define lazynccl_enter(s, row, word) ((s)->location = (row), (s)->refused = 0)
#define lazynccl_check_no_more(s) (s)->check = NULL
#define lazynccl_is_secure(s) (s)->view->secure
#define lazynccl_is_asked_next(s, look) 0
#define lazynccl_is_excluded(s) 0
#define LAZYNCCL_SYSTEM "system"

/* For the location `wheel`: the path of the module, and that by which the program was called. */
#define lazynccl_module_of(s) (s)->view->module
#define lazynccl_program_of(s) (s)->view->program
#define lazynccl_is_program(s, called)                                                             \
    ((s)->view->objects->count &&                                                                  \
     lazynccl_same_file(LAZYNCCL_AT(s, called), LAZYNCCL_AT(s, (s)->view->objects->list->path)))
#define lazynccl_advise_wheel(s) (void)(s)
