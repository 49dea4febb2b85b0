/* Matches a line with a pattern, and reads the names that it contains.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/pattern.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static int is_name(char letter)
{
    return isalnum((unsigned char)letter) || (letter && strchr("._-+/@~$", letter));
}

/* Keeps a name as what a letter of a pattern stands for. */
static void keep_name(struct complaint *to, char what, const char *name, size_t length)
{
    char *place = what == 'F'   ? to->requester
                  : what == 'V' ? to->version
                  : what == 'S' ? to->symbol
                                : to->library;

    while (length && strchr(".-/", name[length - 1])) /* which end a sentence */
        length--;
    snprintf(place, COMPLAINT_NAME, "%.*s", (int)(length < COMPLAINT_NAME ? length : 0), name);
}

/* Returns the end of the name that begins here, before the pattern's next literal text. C++ names
 * contain colons. */
static const char *end_of_name(const char *at, char what, const char *next)
{
    size_t rest = strcspn(next, "{*|");

    while ((is_name(*at) || (what == 'S' && *at == ':' && at[1] != ' ')) &&
           !(rest && strncasecmp(at, next, rest) == 0))
        at++;
    return at;
}

/* Returns 1 if the rest of the pattern matches the rest of the line. */
static int matches_from(struct complaint *to, const char *row, const char *at)
{
    while (*row && *row != '|') {
        if (*row == '*') {
            for (; *at; at++)
                if (matches_from(to, row + 1, at))
                    return 1;
            return !row[1];
        }
        if (*row != '{') {
            if (tolower((unsigned char)*at++) != (unsigned char)*row++)
                return 0;
            continue;
        }
        const char *end = end_of_name(at, row[1], row + 3);
        if (end == at)
            return 0;
        keep_name(to, row[1], at, (size_t)(end - at));
        at = end;
        row += 3;
    }
    return 1;
}

/* Returns the start of the name that ends here. */
static const char *name_before(const char *line, const char *end)
{
    while (end > line && is_name(end[-1]))
        end--;
    return end;
}

/* Keeps the name that the pattern begins with, or the file before ": ". Returns 0 if the pattern
 * begins with a name and there is none. */
static int keep_name_before(struct complaint *to, const char *pattern, const char *line,
                            const char *at)
{
    if (*pattern != '{') {
        if (at >= line + 2 && strncmp(at - 2, ": ", 2) == 0 && !*to->requester) {
            const char *name = name_before(line, at - 2);
            keep_name(to, 'F', name, (size_t)(at - 2 - name));
        }
        return 1;
    }
    const char *end = at;
    while (end > line && strchr(" :", end[-1]))
        end--;
    const char *name = name_before(line, end);
    keep_name(to, pattern[1], name, (size_t)(end - name));
    return name < end;
}

/* Returns 1 if the loader's error may name a library. "not found" is also said of other things. */
static int is_a_library(const struct complaint *complaint)
{
    return !complaint->kind || complaint->kind >= COMPLAINT_LINK || !*complaint->library ||
           strstr(complaint->library, ".so");
}

/* Returns 1 if the line has the first of the patterns. */
static int matches_one(struct complaint *to, const struct clean_line *line, const char *pattern)
{
    char literal[COMPLAINT_NAME];
    const char *row = *pattern == '{' ? pattern + 3 : pattern;

    size_t length = strcspn(row, "{*|"); /* no snprintf(): each line has hundreds of patterns */
    length = length < sizeof literal ? length : sizeof literal - 1;
    memcpy(literal, row, length);
    literal[length] = '\0';
    for (const char *small = line->small; (small = strstr(small, literal)); small++) {
        const char *at = line->text + (small - line->small);

        *to = (struct complaint){.kind = to->kind};
        if (matches_from(to, row, at) && keep_name_before(to, pattern, line->text, at) &&
            is_a_library(to))
            return 1;
    }
    return 0;
}

size_t pattern_matches(struct complaint *to, const struct clean_line *line, const char *pattern)
{
    while (!matches_one(to, line, pattern)) {
        pattern = strchrnul(pattern, '|');
        if (!*pattern++)
            return 0;
    }
    return strcspn(pattern, "|");
}
