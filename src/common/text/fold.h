/* Folds lines at a terminal's width, between words.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stddef.h>

/* From here on standard output folds its lines: at the width of the terminal, if it is one, and at
 * `most` columns, if that is not 0. What does not fit goes on below the last column of its line, or
 * a little to the right of its beginning. A word that is longer than a line stays whole, so that a
 * path can be copied. In a locale without UTF-8 it writes ASCII. Call before anything is
 * printed, and again where standard output has become another file. */
void fold_stdout(size_t most);

/* Writes a line to standard error, folded if that is a terminal. It may hold anything. */
void fold_error(const char *line);

/* The columns at which it folds; 0: it does not. */
size_t fold_columns(void);

/* The columns for what is wrapped before it is printed: the same, or 96 where it does not fold. */
size_t fold_width(void);

/* Writes what waits for the end of its line; 0, or -1 if something could not be written. */
int fold_finish(void);
