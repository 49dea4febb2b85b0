/* What rules share: how a copy is named in a line.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/findings/examination.h"
#include "tool/linking/environment.h"
#include "tool/linking/linker.h"
#include "tool/machine/packages.h"
#include "tool/nccl/conf.h"

/* "PATH (PLACE) 12.4", as a line of evidence; without a place "PATH". */
void rule_evidence(struct examination *, const struct lazynccl_description *,
                   const struct candidate *);
