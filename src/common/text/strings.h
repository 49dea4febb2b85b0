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

void strings_add(struct strings *, const char *text, size_t length); /* a copy of `length` bytes */
void strings_print(struct strings *, const char *format, ...) LAZYNCCL_PRINTF(2, 3);
void strings_add_word(struct strings *, const char *text); /* as strings_word() returns it */
void strings_free(struct strings *);
int strings_has(const struct strings *, const char *text);
void strings_sort(struct strings *);
/* Returns the text as a word of a shell's command, in quotes if it needs them; to be freed. */
char *strings_word(const char *text);
/* Returns a path without the '/' at its end, to be freed; NULL stays NULL. */
char *strings_without_slash(const char *path);

void strings_add_once(struct strings *, const char *text); /* unless the list has it */

/* Returns the elements of a list like PATH, including empty elements; none for NULL. */
struct strings strings_split(const char *list, char separator);

/* Returns the words of a text, which any of these separators divide; none for NULL. */
struct strings strings_words(const char *text, const char *separators);

/* Returns all strings, joined by the separator. The caller frees the result. */
char *strings_join(const struct strings *, const char *separator);

/* Returns the length of the first word with which a text begins, or 0. '|' divides `words`. */
size_t strings_length_of_first(const char *words, const char *text);
int strings_contain_any(const char *text, const char *words); /* 1: the text contains a word */
/* Returns 1 if the first `length` bytes of a text are a word, in upper or lower case. */
int strings_name(const char *words, const char *text, size_t length);

const char *strings_base_name(const char *path); /* returns a file's name without its folders */
