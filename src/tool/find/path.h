/* Collects paths for find --path and find --export.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/linking/search_result.h"
#include "common/machine/machine.h"
#include "common/text/strings.h"

/* Adds the path of the file that lazynccl would take; with `named` as an entry of LAZYNCCL_LIBPATH.
 * Returns 0; -1 after a line on stderr, if there is no file, or it is not safe to name it in a
 * script. */
int find_path_add(struct strings *paths, const struct machine *, const struct search_result *,
                  int named);
