/* Paths of loaded objects, from /proc/self.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/search/arena.h"
#include "runtime/search/view.h"

/* Gives objects with a relative name their absolute path. */
void lazynccl_objects_add_paths(struct lazynccl_objects *);

/* This process's program, in the arena; "" and errno if that cannot be told. It costs as much as
 * several files. */
const char *lazynccl_program_file(struct lazynccl_arena *);
