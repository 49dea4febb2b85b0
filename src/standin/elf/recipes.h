/* Selects the arguments that a tracing stand-in records.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "standin/template/ring.h"

/* A parameter, from a row of signatures.h. */
struct recipe_parameter {
    char kind;        /* a letter of the list there */
    int place;        /* its location on this machine */
    int bytes;        /* the size of a struct */
    const char *type; /* not ended by NUL */
    int length;       /* the length of `type` */
};
enum { RECIPE_PARAMETERS = 24 };

/* Reads a function's parameters. Returns their number; -1 if unknown or above RECIPE_PARAMETERS. */
int recipe_read(const char *function, int machine,
                struct recipe_parameter parameters[RECIPE_PARAMETERS]);

/* Returns which arguments to record: the first five, without floating-point numbers. If there are
 * more, pointers to data are left out first. */
struct lazynccl_recipe recipe_of(const char *function, int machine);
