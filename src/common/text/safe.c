/* Writes untrusted text so that it cannot control the terminal.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/text/safe.h"
#include "common/text/memory.h"

int safe_character(const char *text)
{
    const unsigned char *c = (const unsigned char *)text;
    unsigned value = c[0];
    int size = 4;

    if (value < 0x80)
        return 1;
    if (value < 0xc2 || value > 0xf4)
        return 0;
    if (value < 0xe0)
        size = 2;
    else if (value < 0xf0)
        size = 3;
    value &= 0x7fu >> size;
    for (int i = 1; i < size; i++) {
        if ((c[i] & 0xc0) != 0x80)
            return 0;
        value = value << 6 | (c[i] & 0x3f);
    }
    if ((size == 3 && (value < 0x800 || (value >= 0xd800 && value < 0xe000))) ||
        (size == 4 && (value < 0x10000 || value > 0x10ffff)))
        return 0;
    return size;
}

int safe_is_control(const char *text, int size)
{
    unsigned char first = (unsigned char)text[0], second = (unsigned char)text[1];

    return (size == 1 && (first < 0x20 || first == 0x7f)) ||
           (size == 2 && first == 0xc2 && second < 0xa0);
}

void safe_print(FILE *to, const char *text)
{
    const char *from = text; /* not written yet */

    while (*text) {
        int plain = *text >= ' ' && *text < 0x7f, size = plain ? 1 : safe_character(text);

        if (plain || (size > 0 && !safe_is_control(text, size))) {
            text += size;
            continue;
        }
        fwrite(from, 1, (size_t)(text - from), to);
        for (int i = 0; i < (size ? size : 1); i++)
            fprintf(to, "\\x%02x", (unsigned char)text[i]);
        from = text += size ? size : 1;
    }
    fwrite(from, 1, (size_t)(text - from), to);
}

char *safe_text(const char *text)
{
    char *safe = NULL;
    size_t size;
    FILE *to = memory_check(open_memstream(&safe, &size));

    safe_print(to, text);
    memory_check(fclose(to) == 0 ? safe : NULL);
    return safe;
}

void safe_print_line(FILE *to, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    OWNED(memory) char *text = memory_print_list(format, values);
    va_end(values);
    if (to == stderr)
        fflush(stdout);
    safe_print(to, text);
    fputc('\n', to);
}

int safe_columns(const char *text)
{
    int count = 0;

    while (*text) {
        size_t color = *text == '\033' ? strcspn(text, "m") : 0;

        if (!color && ((unsigned char)*text & 0xc0) != 0x80)
            count++;
        text += color;
        if (*text)
            text++;
    }
    return count;
}
