/* A variable that a rule is about, as NCCL reads it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/findings/examination.h"
#include "tool/nccl/conf.h"

struct setting {
    const char *name, *value; /* the value NULL: unset */
    char where[WHERE_SIZE];   /* "environment" or "FILE:LINE" */
};

struct setting setting_of(struct examination *, const char *name);

/* Adds a finding with the setting as its first line of evidence: "NAME=VALUE (WHERE)". */
void setting_add(struct examination *, const struct setting *, const char *id, const char *format,
                 ...) LAZYNCCL_PRINTF(4, 5);

/* The same line for the last finding. */
void setting_evidence(struct examination *, const struct setting *);

/* The remedy that undoes the setting: a command for the shell, or the line to remove. */
void setting_remedy_unset(struct examination *, const struct setting *);
