/* What loaders, Python and NCCL print, and which findings may be behind it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

struct message_row {
    const char *pattern; /* texts in their order, '*' between; in whatever case */
    const char *means;   /* one line */
    const char *ids;     /* likeliest first, a blank between */
};

/* The first row whose pattern is in the text; NULL: none is. */
const struct message_row *message_row(const char *text);
