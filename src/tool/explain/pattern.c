/* Looks for the patterns of the table of messages.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/pattern.h"
#include "common/text/memory.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

char *pattern_lower(const char *text, size_t length)
{
    char *copy = memory_copy_part(text, length);

    for (char *at = copy; *at; at++)
        *at = (char)tolower((unsigned char)*at);
    return copy;
}

size_t pattern_name_length(const char *text)
{
    size_t length = 0;

    while (isalnum((unsigned char)text[length]) || (text[length] && strchr("._-+", text[length])))
        length++;
    return length;
}

static int matches_here(const char *text, const char *pattern)
{
    for (; *pattern; pattern++, text++) {
        if (*pattern == '*')
            return pattern_search(text, pattern + 1) != NULL;
        if (*pattern == '%') {
            for (size_t length = pattern_name_length(text) + 1; length-- > 0;)
                if (matches_here(text + length, pattern + 1))
                    return 1;
            return 0;
        }
        if (*text != *pattern)
            return 0;
    }
    return 1;
}

const char *pattern_search(const char *text, const char *pattern)
{
    char start[100];
    size_t length = strcspn(pattern, "*%");

    snprintf(start, sizeof start, "%.*s", (int)length, pattern);
    while ((text = strstr(text, start)) && !matches_here(text, pattern))
        text++;
    return text;
}
