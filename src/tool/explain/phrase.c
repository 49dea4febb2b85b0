/* Splits a line into words, and hashes them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/phrase.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int is_word(char letter)
{
    return isalnum((unsigned char)letter) || letter == '_';
}

void phrase_split(struct phrase *phrase, const char *line)
{
    phrase->count = 0;
    while (*line && phrase->count < PHRASE_MOST_WORDS) {
        const char *end = line;

        while (is_word(*end))
            end++;
        if (end > line)
            phrase->words[phrase->count++] = (struct phrase_word){line, (size_t)(end - line)};
        line = *end ? end + 1 : end;
    }
}

/* The hash of some words and word number `i` after them, from their hash; 0: there are none before.
 * gen/facts/phrase.py computes the same. */
static uint32_t add_word(uint32_t hash, const struct phrase *phrase, size_t i)
{
    const struct phrase_word *word = &phrase->words[i];

    hash = hash ? (hash ^ ' ') * 16777619u : 2166136261u;
    for (size_t c = 0; c < word->length; c++)
        hash = (hash ^ (uint32_t)tolower((unsigned char)word->text[c])) * 16777619u;
    return hash;
}

static int by_hash(const void *key, const void *row)
{
    uint32_t a = *(const uint32_t *)key, b = ((const struct phrase_row *)row)->hash;

    return a < b ? -1 : a > b;
}

/* Returns the row of a text of so many words with this hash that applies, or NULL. */
static const struct phrase_row *row_of(uint32_t hash, size_t words, const struct phrase_row *rows,
                                       size_t count, phrase_fits *fits, const struct phrase *line,
                                       size_t first)
{
    const struct phrase_row *row = bsearch(&hash, rows, count, sizeof *rows, by_hash);

    while (row && row > rows && row[-1].hash == hash)
        row--;
    for (; row && row < rows + count && row->hash == hash; row++)
        if (row->words == words && fits(row, line, first))
            return row;
    return NULL;
}

const struct phrase_row *phrase_longest(const struct phrase *line, const struct phrase_row *rows,
                                        size_t count, phrase_fits *fits)
{
    enum { MOST_WORDS = 40 };
    const struct phrase_row *best = NULL;

    for (size_t first = 0; first < line->count; first++) {
        uint32_t hash = 0;

        for (size_t words = 1; words <= MOST_WORDS && first + words <= line->count; words++) {
            hash = add_word(hash, line, first + words - 1);
            if (best && words <= best->words)
                continue;
            const struct phrase_row *row = row_of(hash, words, rows, count, fits, line, first);
            if (row)
                best = row;
        }
    }
    return best;
}

int phrase_word_begins(const struct phrase *phrase, size_t i, const char *start)
{
    return i < phrase->count && phrase->words[i].length >= strlen(start) &&
           strncasecmp(phrase->words[i].text, start, strlen(start)) == 0;
}

int phrase_word_is(const struct phrase *phrase, size_t i, const char *words)
{
    for (size_t length; i < phrase->count && *words; words += length + (words[length] == '|')) {
        length = strcspn(words, "|");
        if (phrase->words[i].length == length &&
            strncasecmp(phrase->words[i].text, words, length) == 0)
            return 1;
    }
    return 0;
}
