/* Reads the JSON of a .note.dlopen as UAPI.12 has it: [{"soname": ["liba.so.1", ...], ...}, ...]
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/files/dlopen_note.h"
#include "common/text/json.h"
#include "common/text/memory.h"

/* A string without its quotes, to be freed. The names in notes need no escapes, so only \" and its
 * like are read. */
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

static int is_key(const char *text, const char *key)
{
    size_t length = strlen(key);

    return strncmp(text + 1, key, length) == 0 && text[length + 1] == '"';
}

/* Reads a member that is a string; of two with one name, the last. */
static void read_text(char **to, const char *value)
{
    if (*value != '"')
        return;
    free(*to);
    *to = read_string(value);
}

/* Reads an object. The text is known to be JSON. */
static int read_entry(struct dlopen_entry *entry, const char *object)
{
    for (const char *key = json_blank(object + 1); *key != '}';) {
        const char *value = json_blank(json_blank(json_value_end(key)) + 1);

        if (is_key(key, "soname") && read_sonames(entry, value) != 0)
            return -1;
        if (is_key(key, "feature"))
            read_text(&entry->feature, value);
        if (is_key(key, "priority"))
            read_text(&entry->priority, value);
        key = json_next(value);
    }
    return 0;
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
