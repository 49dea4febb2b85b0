/* Output style: colour, shortened paths.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "library/compiler.h"
#include <stdio.h>

struct style {
    int color, more, full_paths; /* 1: as asked for */
    const char *site;            /* a folder below which paths begin with "…/"; NULL: none */
    const char *homes[2];        /* folders written "~"; NULL or "": none */
};

/* A text with these folders written short wherever they stand in it, to be freed. Not for what a
 * file or a variable holds to the letter. */
char *style_text(const struct style *, const char *text);

/* A line to standard output, safe for a terminal. */
void style_line(const struct style *, const char *format, ...) LAZYNCCL_PRINTF(2, 3);

/* The same of a text that may begin with a path: only its beginning is written short. */
char *style_path(const struct style *, const char *text);
void style_print_path(const struct style *, const char *text);

/* A word of ours to standard output, in a colour as terminals number them: "1;31" is bold red. */
void style_print_colored(const struct style *, const char *color, const char *word);
