/* Bytes that grow: the content of a section that is made anew.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stddef.h>

/* Start with {0}; `at` is to be freed. */
struct bytes {
    char *at;
    size_t count, room;
};

/* Adds bytes; zeros, if `data` is NULL. Returns where they begin. */
size_t bytes_add(struct bytes *, const void *data, size_t count);

/* Adds a text with its NUL. */
size_t bytes_add_text(struct bytes *, const char *text);
