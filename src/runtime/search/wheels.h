/* The search locations `wheel`, `partner` and `toolkit`.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/search/candidates.h"

void lazynccl_location_wheel(struct lazynccl_search *);
void lazynccl_location_partner(struct lazynccl_search *);
void lazynccl_location_toolkit(struct lazynccl_search *);
