/* Goes from a file to what it needs, and on, as ld.so would.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "unresolved.h"
#include "installed.h"
#include "seen.h"
#include "vendor.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_FILES 200

static void add_line(struct texts *lines, const char *form, const char *who, const char *what,
                     const char *whom)
{
    char line[1024];

    snprintf(line, sizeof line, form, who, what, whom);
    for (size_t i = 0; i < lines->count; i++)
        if (strcmp(lines->list[i], line) == 0)
            return;
    texts_add(lines, line, strlen(line));
}

static int defines(const struct elf_file *file, const char *version)
{
    size_t own = 0;

    for (size_t i = 0; i < file->version_count; i++) {
        if (!file->versions[i].file && strcmp(file->versions[i].name, version) == 0)
            return 1;
        own += !file->versions[i].file;
    }
    return own == 0; /* of a library without versions ld.so only complains */
}

static void check_versions(const struct elf_file *file, const char *path, const char *soname,
                           const struct elf_file *library, struct texts *lines)
{
    for (size_t i = 0; i < file->version_count; i++)
        if (file->versions[i].file && strcmp(file->versions[i].file, soname) == 0 &&
            !defines(library, file->versions[i].name))
            add_line(lines, "%s needs version %s of %s, which has none", base_name(path),
                     file->versions[i].name, soname);
}

void unresolved(struct patient *patient, const char *path, struct texts *lines)
{
    struct texts todo = {NULL, 0};
    const char *why, *from;

    texts_add(&todo, path, strlen(path));
    for (size_t at = 0; at < todo.count && at < MOST_FILES; at++) {
        char *whole = inside(patient, todo.list[at]);
        const struct elf_file *file = whole ? seen_file(whole, &why) : NULL;

        if (!file)
            add_line(lines, "%s: %s%s", todo.list[at], whole ? why : "out of memory", "");
        for (size_t n = 0; file && n < file->needed_count; n++) {
            const char *soname = file->needed[n];
            char *gives = linked(patient, todo.list[at], soname, &from);
            const struct elf_file *library = gives ? seen_file(gives, &why) : NULL;
            size_t known = 0;

            /* an image without a C library is no image of a system: it says nothing of these */
            if (!gives && !vendor_is_base(soname))
                add_line(lines, "%s needs %s, which ld.so does not find%s",
                         base_name(todo.list[at]), soname, "");
            if (library)
                check_versions(file, todo.list[at], soname, library, lines);
            while (gives && known < todo.count &&
                   strcmp(todo.list[known], shown(patient, gives)) != 0)
                known++;
            if (gives && known == todo.count)
                texts_add(&todo, shown(patient, gives), strlen(shown(patient, gives)));
            free(gives);
        }
        free(whole);
    }
    texts_free(&todo);
}
