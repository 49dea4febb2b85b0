/* The search location `toolkit`.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/search/candidates.h"

void lazynccl_location_toolkit(struct lazynccl_search *);
