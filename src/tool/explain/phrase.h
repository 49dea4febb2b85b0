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

/* The hash of some words and word number `i` after them, from their hash; 0: there are none before.
 * gen/facts/phrase.py computes the same. */
uint32_t phrase_hash(uint32_t hash, const struct phrase *, size_t i);

/* 1 if that word is this one, in whatever case; 1 if it begins so. */
int phrase_word_is(const struct phrase *, size_t i, const char *word);
int phrase_word_begins(const struct phrase *, size_t i, const char *start);
