/* Text that is safe for a terminal.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Names come from files that anyone may have made: control characters, and bytes that are not
 * UTF-8, are written \xNN. */
#pragma once

#include "runtime/library/compiler.h"
#include <stdio.h>

void safe_print(FILE *to, const char *text);
char *safe_text(const char *text); /* what safe_print() writes, to be freed */

/* Prints a line to standard output; or to standard error, after flushing standard output. */
void safe_print_line(FILE *to, const char *format, ...) LAZYNCCL_PRINTF(2, 3);
#define safe_line(...) safe_print_line(stdout, __VA_ARGS__)
#define safe_error(...) safe_print_line(stderr, __VA_ARGS__)

/* Returns how many bytes the UTF-8 character has with which the text begins; 0: there is none. */
int safe_character(const char *text);

/* Returns 1 for a control character of ASCII, or U+0080 to U+009F, which some terminals obey. */
int safe_is_control(const char *text, int size);

int safe_columns(const char *); /* returns how many columns a text takes on a terminal */
