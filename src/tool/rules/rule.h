/* What rules share: which package brings what, and how a copy is named in a line.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_RULES_RULE_H
#define LAZYNCCL_TOOL_RULES_RULE_H

#include "tool/nccl/conf.h"
#include "tool/linking/environment.h"
#include "tool/linking/facts.h"

/* "PATH (PLACE) 12.4", as a line of evidence. */
void rule_evidence(struct patient *, const struct lazynccl_description *, const struct look *);

/* The package of a library for this CUDA major: "nvidia-nccl-cu12". For NCCL, whose soname does not
 * tell, the one that is installed; else the newest. */
const char *packages_name(struct patient *, const struct lazynccl_description *, int cuda);

/* The installed distributions whose name starts with "nvidia", of one site-packages. */
struct packages {
    struct dist_info *list;
    size_t count;
};
struct packages packages_in(struct patient *, const char *site);
void packages_free(struct packages *);

/* 1 if the distribution's RECORD has this file of the site-packages. */
int packages_own(const struct dist_info *, const char *file);

/* Calls `each` with every element of a colon-separated list. */
typedef void strings_each(struct patient *, const char *element, void *context);
void strings_elements(struct patient *, const char *list, strings_each *, void *context);

#endif
