/* Selects the arguments that a tracing stand-in records.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "standin/template/ring.h"

/* A parameter, as the stubs know it. */
struct recipe_parameter {
    char kind; /* a letter of the list in signatures.h */
    int place, bytes;
    const char *type; /* not ended by NUL */
    int length;       /* of `type` */
};
enum { RECIPE_PARAMETERS = 24 };

/* Reads the parameters of a function on a machine. Returns their number, or -1 if it is unknown or
 * above RECIPE_PARAMETERS. */
int recipe_read(const char *function, int machine,
                struct recipe_parameter parameters[RECIPE_PARAMETERS]);

/* Returns which arguments to record: the first five, without floating-point numbers. If there are
 * more, pointers to data are left out first. */
struct lazynccl_recipe recipe_of(const char *function, int machine);
