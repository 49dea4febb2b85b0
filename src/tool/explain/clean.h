/* Text as people paste it, made clean.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

/* A text without what people paste around it: quotes, Markdown's stars, %20, runs of blanks. Lines
 * stay lines. To be freed. */
char *clean_text(const char *text);
