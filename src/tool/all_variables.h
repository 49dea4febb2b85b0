/* The variables that decide what is loaded.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/findings/examination.h"
#include "common/text/table.h"

/* Shows each variable that lazynccl, the dynamic linker, Python and NCCL's loader read, with its
 * effect, its value and the source of the value. Also lists any other CUDA and NCCL variables that
 * are set. */
void all_variables_show(struct examination *, struct table *);
