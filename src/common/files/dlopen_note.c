/* Reads the JSON of a .note.dlopen in UAPI.12's format: [{"soname": ["liba.so.1", ...], ...}, ...]
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/files/dlopen_note.h"
#include "common/text/json.h"
#include "common/text/memory.h"

/* Returns a string without its quotes, to be freed. An escape becomes the character after its
 * backslash, which is right for \", \\ and \/; names in notes need no other escapes. */
static char *read_string(const char *text)
{
    size_t length = (size_t)(json_value_end(text) - text) - 2, to = 0;
    char *copy = memory_get(length + 1, 1);

    for (size_t at = 1; at <= length; at++) {
        if (text[at] == '\\' && at < length)
            at++;
        copy[to++] = text[at];
    }
    return copy;
}

static void add_soname(struct dlopen_entry *entry, const char *text)
{
    OWNED(memory) char *soname = read_string(text);

    strings_add(&entry->sonames, soname, strlen(soname));
}

static int read_sonames(struct dlopen_entry *entry, const char *value)
{
    if (*value == '"')
        add_soname(entry, value);
    if (*value == '[')
        for (const char *item = json_blank(value + 1); *item != ']'; item = json_next(item)) {
            if (*item != '"')
                return -1;
            add_soname(entry, item);
        }
    return 0;
}

/* Returns the text of the member of this name, to be freed; NULL if the object has no such text. */
static char *read_text(const char *object, const char *name)
{
    const char *value = json_find(object, name);

    return value && *value == '"' ? read_string(value) : NULL;
}

/* Reads an object, which is valid JSON. Returns 0, or -1 if a soname in a list is not a string. */
static int read_entry(struct dlopen_entry *entry, const char *object)
{
    const char *sonames = json_find(object, "soname");

    entry->feature = read_text(object, "feature");
    entry->priority = read_text(object, "priority");
    return sonames ? read_sonames(entry, sonames) : 0;
}

static void drop_entries(struct dlopen_entries *entries, size_t count)
{
    while (entries->count > count) {
        struct dlopen_entry *entry = &entries->list[--entries->count];

        strings_free(&entry->sonames);
        free(entry->feature);
        free(entry->priority);
    }
}

int dlopen_note_read(const char *text, struct dlopen_entries *entries)
{
    size_t before = entries->count;
    const char *object = json_objects(text);

    while (object && *object != ']') {
        struct dlopen_entry *entry = MEMORY_ADD(entries->list, entries->count);

        *entry = (struct dlopen_entry){0};
        object = read_entry(entry, object) == 0 ? json_next(object) : NULL;
        if (entry->sonames.count == 0)
            drop_entries(entries, entries->count - 1);
    }
    if (object)
        return 0;
    drop_entries(entries, before);
    return -1;
}

void dlopen_entries_free(struct dlopen_entries *entries)
{
    drop_entries(entries, 0);
    free(entries->list);
    entries->list = NULL;
}

char *dlopen_entry_label(const struct dlopen_entry *entry)
{
    const char *feature = entry->feature ? entry->feature : "";
    const char *priority = entry->priority ? entry->priority : "";

    return memory_print("%s%s%s", feature, *feature && *priority ? ", " : "", priority);
}
