/* Goes from a file to what it needs, and on, as ld.so would.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/linking/closure.h"
#include "tool/files/elf_cache.h"
#include "tool/linking/environment.h"
#include "tool/linking/linker.h"
#include "tool/machine/nvidia.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_FILES 200

static void add_line(struct strings *lines, const char *form, const char *who, const char *what,
                     const char *whom)
{
    char line[1024];

    snprintf(line, sizeof line, form, who, what, whom);
    for (size_t i = 0; i < lines->count; i++)
        if (strcmp(lines->list[i], line) == 0)
            return;
    strings_add(lines, line, strlen(line));
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
                           const struct elf_file *library, struct strings *lines)
{
    for (size_t i = 0; i < file->version_count; i++)
        if (file->versions[i].file && strcmp(file->versions[i].file, soname) == 0 &&
            !defines(library, file->versions[i].name))
            add_line(lines, "%s needs version %s of %s, which has none", strings_base_name(path),
                     file->versions[i].name, soname);
}

void closure_missing(struct machine *machine, const char *path, struct strings *lines)
{
    struct strings todo = {NULL, 0};
    const char *why, *from;

    strings_add(&todo, path, strlen(path));
    for (size_t at = 0; at < todo.count && at < MOST_FILES; at++) {
        char *whole = machine_inside(machine, todo.list[at]);
        const struct elf_file *file = whole ? elf_cache_get(whole, &why) : NULL;

        if (!file)
            add_line(lines, "%s: %s%s", todo.list[at], whole ? why : "out of memory", "");
        for (size_t n = 0; file && n < file->needed_count; n++) {
            const char *soname = file->needed[n];
            char *gives = linker_find(machine, todo.list[at], soname, &from);
            const struct elf_file *library = gives ? elf_cache_get(gives, &why) : NULL;
            size_t known = 0;

            /* an image without a C library is no image of a system: it says nothing of these */
            if (!gives && !nvidia_is_base(soname))
                add_line(lines, "%s needs %s, which ld.so does not find%s",
                         strings_base_name(todo.list[at]), soname, "");
            if (library)
                check_versions(file, todo.list[at], soname, library, lines);
            while (gives && known < todo.count &&
                   strcmp(todo.list[known], machine_shown(machine, gives)) != 0)
                known++;
            if (gives && known == todo.count)
                strings_add(&todo, machine_shown(machine, gives),
                            strlen(machine_shown(machine, gives)));
            free(gives);
        }
        free(whole);
    }
    strings_free(&todo);
}
