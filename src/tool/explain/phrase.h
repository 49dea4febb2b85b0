/* The words of a line, and the hash of a row of them: a sentence is recognized without its text.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { PHRASE_MOST_WORDS = 400 };

struct phrase {
    struct phrase_word {
        const char *text; /* in the line, of which it is the part */
        size_t length;
    } words[PHRASE_MOST_WORDS];
    size_t count;
};

/* Splits a line into words of letters, digits and underscores. The first 400 count. */
void phrase_split(struct phrase *, const char *line);

/* A text that is known: so many words with this hash; `of` and the releases are its table's. */
struct phrase_row {
    uint32_t hash;
    unsigned short words, of;
    unsigned char first, last;
};

/* 1 if a row is meant where its text begins at word number `i` of a line. */
typedef int phrase_fits(const void *context, const struct phrase_row *, const struct phrase *line,
                        size_t i);

/* The longest text of a table, which is sorted by hash, that is in a line; NULL: none. */
const struct phrase_row *phrase_longest(const struct phrase *line, const struct phrase_row *rows,
                                        size_t count, phrase_fits *, const void *context);

/* 1 if that word is this one, in whatever case; 1 if it begins so. */
int phrase_word_is(const struct phrase *, size_t i, const char *word);
int phrase_word_begins(const struct phrase *, size_t i, const char *start);
