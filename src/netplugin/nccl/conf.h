/* NCCL's configuration: its files and the environment, as NCCL itself would put them together.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * NCCL reads $NCCL_CONF_FILE, or else .nccl.conf in the user's home folder, then always
 * /etc/nccl.conf; a variable that is set already stays. It trims nothing. */
#pragma once

#include "common/linking/facts.h"
#include "netplugin/nccl/variables.h"

struct conf_line {
    const char *file; /* without the root */
    int number;
    char *name, *value; /* as NCCL takes them, blanks and all */
    int counts;         /* 0: the environment or an earlier line has the variable already */
};

struct conf {
    char *user_file;   /* the first of the two; NULL: none */
    char *passwd_home; /* of the target's user; NULL: not known */
    struct conf_line *lines;
    size_t count;
};

/* Read at the first call. */
const struct conf *conf_read(struct facts *);

/* What NCCL takes for a variable; NULL: unset. `where` is then "environment" or "FILE:LINE". */
#define WHERE_SIZE 300
const char *conf_variable(struct facts *, const char *name, char where[WHERE_SIZE]);

/* The value of a row's variable: NCCL's as NCCL takes it, others' from the environment. */
const char *conf_value(struct facts *, const struct variable_row *, char where[WHERE_SIZE]);

/* The names of all variables of CUDA, lazynccl, ld.so and NCCL that are set, but for those that
 * variables_each() has. */
void conf_set_others(struct facts *, struct strings *names);

/* The version of the NCCL that a target would get; 0: there is none, or it does not say. */
int conf_nccl_version(struct facts *);

/* 1 if that NCCL is known and in this range of version codes (22803: 2.28.3); `last` 0: no end. */
int conf_nccl_between(struct facts *, int first, int last);
