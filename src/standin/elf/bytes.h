/* A buffer that grows: the new content of a section.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stddef.h>

/* Start with {0}; `at` is to be freed. */
struct bytes {
    char *at;
    size_t count, room;
};

/* Adds `count` bytes, or zeros if `data` is NULL. Returns the offset of the first one. */
size_t bytes_add(struct bytes *, const void *data, size_t count);

/* Adds a text with its NUL. Returns its offset. */
size_t bytes_add_text(struct bytes *, const char *text);
