/* Splits a line into words, and hashes them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/phrase.h"
#include <ctype.h>
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

uint32_t phrase_hash(uint32_t hash, const struct phrase *phrase, size_t i)
{
    const struct phrase_word *word = &phrase->words[i];

    hash = hash ? (hash ^ ' ') * 16777619u : 2166136261u;
    for (size_t c = 0; c < word->length; c++)
        hash = (hash ^ (uint32_t)tolower((unsigned char)word->text[c])) * 16777619u;
    return hash;
}

int phrase_word_begins(const struct phrase *phrase, size_t i, const char *start)
{
    return i < phrase->count && phrase->words[i].length >= strlen(start) &&
           strncasecmp(phrase->words[i].text, start, strlen(start)) == 0;
}

int phrase_word_is(const struct phrase *phrase, size_t i, const char *word)
{
    return phrase_word_begins(phrase, i, word) && phrase->words[i].length == strlen(word);
}
