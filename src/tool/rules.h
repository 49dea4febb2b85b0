/* What rules share: which package brings what, and how a copy is named in a line.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_RULES_H
#define LAZYNCCL_TOOL_RULES_H

#include "conf.h"
#include "installed.h"
#include "patient.h"

/* "PATH (PLACE) 12.4", as a line of evidence. */
void evidence_of(struct patient *, const struct lazynccl_description *, const struct look *);

/* The package of a library for this CUDA major: "nvidia-nccl-cu12". For NCCL, whose soname does not
 * tell, the one that is installed; else the newest. */
const char *package_of(struct patient *, const struct lazynccl_description *, int cuda);

/* The installed distributions whose name starts with "nvidia", of one site-packages. */
struct owners {
    struct distribution *list;
    size_t count;
};
struct owners owners_in(struct patient *, const char *site);
void owners_free(struct owners *);

/* 1 if the distribution's RECORD has this file of the site-packages. */
int owns(const struct distribution *, const char *file);

/* Calls `each` with every element of a colon-separated list. */
typedef void each_element(struct patient *, const char *element, void *context);
void elements_of(struct patient *, const char *list, each_element *, void *context);

#endif
