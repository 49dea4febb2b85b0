/* Lists of strings.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "runtime/library/compiler.h"
#include <stddef.h>

/* Start with {0}. */
struct strings {
    char **list; /* NULL: none */
    size_t count;
};

/* Add a copy of `length` bytes of a text; a formatted text. */
void strings_add(struct strings *, const char *text, size_t length);
void strings_print(struct strings *, const char *format, ...) LAZYNCCL_PRINTF(2, 3);
void strings_add_word(struct strings *, const char *text); /* strings_word() */
void strings_free(struct strings *);
int strings_has(const struct strings *, const char *text);
void strings_sort(struct strings *);
/* Returns the text as a word of a shell's command, in quotes if it needs them; to be freed. */
char *strings_word(const char *text);
/* A path without the '/' at its end, to be freed; NULL stays NULL. */
char *strings_without_slash(const char *path);

void strings_add_once(struct strings *, const char *text); /* unless it is there */

/* The elements of a list like PATH, including empty ones; NULL has none. */
struct strings strings_split(const char *list, char separator);

/* The words of a text, between any of these separators; NULL has none. */
struct strings strings_words(const char *text, const char *separators);

/* Returns all strings, joined by the separator. The caller frees the result. */
char *strings_join(const struct strings *, const char *separator);

/* '|' divides the words. Return the length of the word with which a text begins, or 0; 1 if the
 * text contains a word, else 0; 1 if its first `length` bytes are a word, in any case, else 0. */
size_t strings_length_of_first(const char *words, const char *text);
int strings_contain_any(const char *text, const char *words);
int strings_name(const char *words, const char *text, size_t length);

/* A file's name without its folders. */
const char *strings_base_name(const char *path);
