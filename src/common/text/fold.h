/* Folds prose at 80 columns, between words.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

/* Prints `indent` blanks, the title, and the text to the right of both, each word separated from
 * the next by one blank. A word that is longer than a line stays whole. */
void fold_print(int indent, const char *title, const char *text);

/* The same in a colour, without a title: `indent` blanks before the first line, two more before the
 * others, so that the next text begins a line that can be told from them. */
struct style;
void fold_print_item(int indent, const struct style *, const char *color, const char *text);
