/* Finds out which other users can replace a file.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/search/state.h"

/* The `check` of a search: returns 1 if the file may be taken. Otherwise adds a note and sets
 * `refused`. */
int lazynccl_is_trusted(struct lazynccl_search *, const char *path);
