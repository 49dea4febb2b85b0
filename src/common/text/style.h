/* Output style: color, shortened paths.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "runtime/library/compiler.h"
#include <stdio.h>

struct style {
    int color;            /* 1: print in color */
    int more;             /* 1: -v */
    int full_paths;       /* 1: -p */
    const char *site;     /* the folder that is printed as "..."; NULL: none */
    const char *homes[2]; /* folders that are printed as "~"; NULL or "": none */
};

/* Returns a copy of a text with the style's folders abbreviated everywhere, to be freed. Do not use
 * this for verbatim contents of files or variables. */
char *style_text(const struct style *, const char *text);

/* Prints a text to standard output, safe for a terminal, in a color, or in none if that is NULL. */
void style_print(const struct style *, const char *color, const char *text);

/* Print a line, safe for a terminal and without blanks at its end, as style_print() does. */
#define style_line(style, ...) style_color_line(style, NULL, __VA_ARGS__)
void style_color_line(const struct style *, const char *color, const char *format, ...)
    LAZYNCCL_PRINTF(3, 4);

/* Shortens the beginning of a text that may begin with a path. */
char *style_path(const struct style *, const char *text);

/* Colors by meaning. All are among the 256 fixed colors, and of medium brightness, so that they are
 * legible on white and on black. */
#define STYLE_ERROR "\033[1;38;5;160m"   /* bold red */
#define STYLE_WARNING "\033[1;38;5;130m" /* bold amber */
#define STYLE_NOTE "\033[1;38;5;30m"     /* bold cyan */
#define STYLE_HELP "\033[1;38;5;28m"     /* what to do: bold green */
#define STYLE_CHOSEN "\033[1m"           /* the main text of a line: bold */
#define STYLE_EVIDENCE "\033[38;5;243m"  /* what a finding is based on: gray */

/* Return the sequence that begins or ends a color; "" if the style has no colors. */
const char *style_begin(const struct style *, const char *color);
const char *style_end(const struct style *);

/* Folds prose at 80 columns: prints `indent` blanks, the title, and the text to the right of both,
 * each word separated from the next by one blank. A word that is longer than a line stays whole. */
void style_fold(int indent, const char *title, const char *text);

/* Prints a text in a color, without a title: `indent` blanks before the first line and two more
 * before the others, so that the beginning of the next text is visible. */
void style_fold_item(int indent, const struct style *, const char *color, const char *text);

/* Prints a finding's remedy without breaking a command: a line ends only after a comma, a colon or
 * a semicolon, or before a remark in brackets. */
void style_fold_remedy(const struct style *, const char *text);
