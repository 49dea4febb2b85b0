/* Strips what people paste around a text, and what build services put before its lines.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/clean.h"
#include "common/text/memory.h"
#include "common/text/strings.h"

/* Returns the length of what a build service puts before a line: a date with a time, or docker's
 * "#12 34.5 ". */
static size_t stamp_length(const char *line)
{
    size_t date = strspn(line, "0123456789-"), digits = strspn(line + 1, "0123456789");
    const char *seconds = line + 1 + digits;

    if (date == 10 && line[4] == '-' && line[10] == 'T')
        return strcspn(line, " \n");
    if (*line != '#' || !digits || *seconds != ' ')
        return 0;
    size_t length = strspn(++seconds, "0123456789.");
    return length > 2 && seconds[length] == ' ' ? (size_t)(seconds - line) + length : 0;
}

char *clean_text(const char *text)
{
    static const char dropped[] =
        "\xe2\x80\x98|\xe2\x80\x99|\xe2\x80\x9c|\xe2\x80\x9d|&#39;|&quot;|\\'|\\\"|'|\"|`|*";
    static const char blanks[] = "%20|\\n|\\t|\t|\r| |\xc2\xa0|\xe2\x80\xaf";
    char *clean = memory_copy(text), *to = clean;
    size_t length;

    while (*text) {
        if (to == clean || to[-1] == '\n')
            text += stamp_length(text);
        if ((length = strings_length_of_first(dropped, text))) {
            text += length;
        } else if ((length = strings_length_of_first(blanks, text))) {
            text += length;
            if (to == clean || to[-1] != ' ')
                *to++ = ' ';
        } else if (*text) {
            *to++ = *text++;
        }
    }
    *to = '\0';
    return clean;
}
