/* The Python packages that are installed.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_MACHINE_PACKAGES_H
#define LAZYNCCL_TOOL_MACHINE_PACKAGES_H

#include "library/library.h"
#include "tool/files/dist_info.h"
#include "tool/machine/machine.h"

/* The package of a library for this CUDA major: "nvidia-nccl-cu12". For NCCL, whose soname does not
 * tell, the one that is installed; else the newest. */
const char *packages_name(struct machine *, const struct lazynccl_description *, int cuda);

/* The installed distributions whose name starts with "nvidia", of one site-packages. */
struct packages {
    struct dist_info *list;
    size_t count;
};
struct packages packages_in(struct machine *, const char *site);
void packages_free(struct packages *);

#endif
