/* Writes what files may open later that no note declares.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/audit/report.h"
#include <errno.h>

int opens_is_incomplete(const char *name)
{
    return strchr(name, '%') || name[strlen(name) - 1] == '.';
}

void opens_json(struct json *json, const struct audit_file *of)
{
    for (size_t i = 0; i < of->opens.count; i++)
        json_row(json, NULL, JSON_TEXT("file", of->name), JSON_TEXT("soname", of->opens.list[i]),
                 JSON_TEXT("path", *of->open_paths.list[i] ? of->open_paths.list[i] : NULL));
}

/* Returns the length of a name up to its ".so", without the version. */
static size_t stem_length(const char *name)
{
    return (size_t)(strstr(name, ".so") - name);
}

/* Writes one entry of a note: the names from `first` on that differ only in their versions, the
 * longest first. Returns the index after them. */
static size_t write_entry(struct json *json, const struct audit_file *of, size_t first)
{
    const char *name = of->opens.list[first];
    size_t stem = stem_length(name), end = first + 1;
    OWNED(strings) struct strings sonames = {0};
    OWNED(memory) char *feature = memory_copy_part(name + 3, stem - 3);
    OWNED(memory)
    char *about = memory_print("a name in the strings of %s", strings_base_name(of->name));

    while (end < of->opens.count && stem_length(of->opens.list[end]) == stem &&
           strncmp(of->opens.list[end], name, stem) == 0)
        end++;
    for (size_t i = end; i-- > first;)
        if (!opens_is_incomplete(of->opens.list[i]))
            strings_print(&sonames, "%s", of->opens.list[i]);
    if (sonames.count)
        json_row(json, NULL, JSON_LIST("soname", &sonames), JSON_TEXT("feature", feature),
                 JSON_TEXT("description", about), JSON_TEXT("priority", "suggested"));
    return end;
}

const char *opens_write(const struct audit *audit, const char *path)
{
    FILE *to = fopen(path, "we");
    struct json json = {.to = to, .depth = 1};
    int failed;

    if (!to)
        return strerror(errno);
    fputs("[", to);
    for (size_t f = 0; f < audit->file_count; f++)
        for (size_t i = 0; i < audit->files[f].opens.count;)
            i = write_entry(&json, &audit->files[f], i);
    fputs("\n]\n", to);
    failed = ferror(to);
    return fclose(to) != 0 || failed ? strerror(errno) : NULL;
}
