/* Sets of elements that are found by a text and a number, in logarithmic time.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stddef.h>

struct key {
    char *text; /* freed by keyed_free() */
    long number;
};

/* Elements of one type, which begin with their key. Their addresses do not change. Initialize it
 * with {0}. */
struct keyed {
    void *tree;
    void **list; /* in the order of their addition; may be sorted */
    size_t count;
};

/* Returns the element with this key. A new one has `size` bytes, and zeros behind the key. */
void *keyed_get(struct keyed *, size_t size, const char *text, size_t length, long number);

/* Sorts the list by text and number. */
void keyed_sort(struct keyed *);

/* Returns how many of `count` elements at the beginning of a list have the text of the first. */
size_t keyed_same(void *const *list, size_t count);

void keyed_free(struct keyed *);
