/* Selects the arguments in the records of a tracing stand-in.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "standin/template/ring.h"

/* A parameter, as the stubs know it. */
struct recipe_parameter {
    char kind; /* a letter of struct lazynccl_signature */
    int place, bytes;
    const char *type; /* not ended by NUL */
    int length;       /* of `type` */
};
enum { RECIPE_PARAMETERS = 24 };

/* Reads the parameters of a function on a machine. Returns how many there are, -1 if they are not
 * known. */
int recipe_read(const char *function, int machine,
                struct recipe_parameter parameters[RECIPE_PARAMETERS]);

/* The first five arguments, or if there are more, the first five without pointers to data. */
struct lazynccl_recipe recipe_of(const char *function, int machine);
