/* Text as people paste it, made clean.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

/* A clean line, also in lower case. */
struct clean_line {
    const char *text, *small;
    const char *without; /* a pattern that does not count, or NULL */
};

/* A text without what people paste around it: quotes, Markdown's stars, %20, runs of blanks. Lines
 * stay lines. To be freed. */
char *clean_text(const char *text);
