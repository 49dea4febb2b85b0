/* Inputs that stand-ins are made from: a library, a wheel, a Python environment.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "standin/report.h"

/* Makes the stand-ins of one input and reports each: OUT/SONAME for a library, a wheel for a wheel,
 * for a site-packages a wheel for each distribution with NVIDIA libraries, and for the name of a
 * stub OUT/SONAME for each of its SONAMEs. */
void inputs_make(struct report *, const char *input);

/* 1 for a word that neither is a file or library nor looks like the path or SONAME of one. */
int inputs_is_unknown(const char *word);

/* The site-packages of an environment, or of itself, as the path was given; to be freed. NULL: it
 * is none, or would contain the output, which is reported. */
char *inputs_site(struct report *, const char *path);

/* Reports an input from which nothing is made. */
void inputs_refuse(struct report *, const char *input, const char *why);
