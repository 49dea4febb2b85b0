/* Splits a line into words and hashes sequences of them, so that known sentences are recognized
 * without storing their text.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { PHRASE_MOST_WORDS = 400 };

struct phrase {
    struct phrase_word {
        const char *text; /* the word inside the line */
        size_t length;
    } words[PHRASE_MOST_WORDS];
    size_t count;
};

/* Splits a line into words of letters, digits and underscores, up to 400. */
void phrase_split(struct phrase *, const char *line);

/* A known text: the number of its words and their hash. `of` belongs to the table. */
struct phrase_row {
    uint32_t hash;
    unsigned short words, of;
};

/* Returns 1 if the row applies when its text begins at word `i` of a line. */
typedef int phrase_fits(const struct phrase_row *, const struct phrase *line, size_t i);

/* Returns the longest text of a table (sorted by hash) that the line contains, or NULL. */
const struct phrase_row *phrase_longest(const struct phrase *line, const struct phrase_row *rows,
                                        size_t count, phrase_fits *);

/* The first compares a word, ignoring case, with words that '|' divides; the second, its beginning
 * with one. */
int phrase_word_is(const struct phrase *, size_t i, const char *words);
int phrase_word_begins(const struct phrase *, size_t i, const char *start);
