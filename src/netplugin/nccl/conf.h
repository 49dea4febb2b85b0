/* Reads NCCL's configuration from its files and the environment, in the same way as NCCL.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * NCCL reads $NCCL_CONF_FILE, or else .nccl.conf in the user's home folder. Then it always reads
 * /etc/nccl.conf. A variable that is already set keeps its value. NCCL does not trim blanks. */
#pragma once

#include "common/linking/facts.h"
#include "netplugin/nccl/variables.h"

struct conf_line {
    const char *file; /* without the sysroot */
    int number;
    char *name, *value; /* as NCCL reads them, including blanks */
    int counts;         /* 0 if the environment or an earlier line sets the variable */
};

struct conf {
    char *user_file;   /* $NCCL_CONF_FILE or .nccl.conf, or NULL if the home folder is unknown */
    char *passwd_home; /* home folder of the target's user, or NULL if unknown */
    struct conf_line *lines;
    size_t count;
};

/* Reads the configuration at the first call. */
const struct conf *conf_read(struct facts *);

/* Gets the value that NCCL uses for a variable, or NULL if unset. `where` becomes "environment" or
 * "FILE:LINE". */
#define WHERE_SIZE 300
const char *conf_variable(struct facts *, const char *name, char where[WHERE_SIZE]);

/* Returns the value of a row's variable. Unless NCCL reads it, looks only in the environment. */
const char *conf_value(struct facts *, const struct variable_row *, char where[WHERE_SIZE]);

/* Adds to `names` the variables of CUDA, lazynccl, ld.so and NCCL that are set and that
 * variables_each() does not list. */
void conf_set_others(struct facts *, struct strings *names);

/* Returns the version of the NCCL that the target would load, or 0 if not found or unknown. */
int conf_nccl_version(struct facts *);

/* Returns 1 if this version is known and in a range of codes (22803 is 2.28.3). If `last` is 0, the
 * range is open. */
int conf_nccl_between(struct facts *, int first, int last);
