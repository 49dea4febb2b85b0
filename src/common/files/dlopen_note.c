/* Reads the JSON of a .note.dlopen as UAPI.12 has it: [{"soname": ["liba.so.1", ...], ...}, ...]
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/files/dlopen_note.h"
#include "common/text/json.h"
#include "common/text/memory.h"

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
    for (const char *key = json_blank(entry + 1); *key != '}';) {
        const char *value = json_blank(json_blank(json_value_end(key)) + 1);
        int is_soname = strncmp(key, "\"soname\"", 8) == 0;

        if (is_soname && *value == '"')
            add_string(sonames, value);
        if (is_soname && *value == '[')
            for (const char *item = json_blank(value + 1); *item != ']'; item = json_next(item)) {
                if (*item != '"')
                    return -1;
                add_string(sonames, item);
            }
        key = json_next(value);
    }
    return 0;
}

int dlopen_note_sonames(const char *text, struct strings *sonames)
{
    size_t before = sonames->count;
    const char *entry = json_objects(text);

    while (entry && *entry != ']')
        entry = add_entry(sonames, entry) == 0 ? json_next(entry) : NULL;
    while (!entry && sonames->count > before)
        free(sonames->list[--sonames->count]);
    return entry ? 0 : -1;
}
