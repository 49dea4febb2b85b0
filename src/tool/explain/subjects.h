/* Errors of what surrounds the libraries: the driver's kernel module, the fabric manager,
 * containers, monitoring, Slurm, NVSHMEM and GPUDirect Storage.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/explain/answer.h"
#include "tool/explain/clean.h"

/* Returns the answer to a clean line, or NULL. The version in `names` becomes an Xid's number. */
const struct answer *subjects_find(struct complaint *names, const struct clean_line *);
