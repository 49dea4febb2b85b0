/* Makes stand-ins from an input: a library, a wheel, a Python environment, or the name of a stub.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "standin/report.h"

/* Makes the stand-ins of one input and reports each. A library gives OUT/SONAME, and a wheel gives
 * a wheel. A site-packages gives a wheel for each distribution that has NVIDIA libraries. The name
 * of a stub gives OUT/SONAME for each SONAME of the stub. */
void inputs_make(struct report *, const char *input);

/* Returns 1 if a word is no file or library, and does not look like a path or a SONAME. */
int inputs_is_unknown(const char *word);

/* Returns the site-packages of the environment at `path`, or `path` if it is one; to be freed. If
 * there is none, or the output would be written into it, reports this and returns NULL. */
char *inputs_site(struct report *, const char *path);

/* Reports an input from which nothing is made. */
void inputs_refuse(struct report *, const char *input, const char *why);
