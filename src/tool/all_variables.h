/* The variables that decide what is loaded.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/findings/examination.h"
#include "common/text/table.h"

/* Shows every variable that lazynccl, the dynamic linker, Python and NCCL's loading read: its
 * effect, its value, and where the value comes from; and others of CUDA's and NCCL's that are set.
 */
void all_variables_show(struct examination *, struct table *);
