/* Reads the JSON of a .note.dlopen as UAPI.12 has it: [{"soname": ["liba.so.1", ...], ...}, ...]
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/files/dlopen_note.h"
#include "tool/text/json.h"
#include "tool/text/memory.h"
#include <stdlib.h>
#include <string.h>

static const char *blank(const char *text)
{
    return text + strspn(text, " \t\r\n");
}

/* After the separator that follows a value. */
static const char *after(const char *value)
{
    const char *end = blank(json_value_end(value));

    return *end == ',' ? blank(end + 1) : end;
}

/* A string without its quotes. Sonames need no escapes, so only \" and its like are read. */
static void add_string(struct strings *sonames, const char *text)
{
    size_t length = (size_t)(json_value_end(text) - text) - 2, to = 0;
    char *copy = memory_get(length + 1, 1);

    for (size_t at = 1; at <= length; at++) {
        at += text[at] == '\\' && at < length;
        copy[to++] = text[at];
    }
    strings_add(sonames, copy, to);
    free(copy);
}

/* Adds an entry's sonames. The text is known to be JSON. */
static int add_entry(struct strings *sonames, const char *entry)
{
    for (const char *key = blank(entry + 1); *key != '}';) {
        const char *value = blank(blank(json_value_end(key)) + 1);
        int is_soname = strncmp(key, "\"soname\"", 8) == 0;

        if (is_soname && *value == '"')
            add_string(sonames, value);
        if (is_soname && *value == '[')
            for (const char *item = blank(value + 1); *item != ']'; item = after(item)) {
                if (*item != '"')
                    return -1;
                add_string(sonames, item);
            }
        key = after(value);
    }
    return 0;
}

int dlopen_note_sonames(const char *text, struct strings *sonames)
{
    size_t before = sonames->count;
    const char *list = blank(text), *end = json_value_end(list);

    if (*list != '[' || !end || *blank(end))
        return -1;
    for (const char *entry = blank(list + 1); *entry != ']'; entry = after(entry))
        if (*entry != '{' || add_entry(sonames, entry) != 0) {
            while (sonames->count > before)
                free(sonames->list[--sonames->count]);
            return -1;
        }
    return 0;
}
