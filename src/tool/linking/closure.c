/* Goes from a file to what it needs, and on, as ld.so would.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/linking/closure.h"
#include "tool/files/elf_cache.h"
#include "tool/linking/linker.h"
#include "tool/machine/nvidia.h"
#include "tool/text/memory.h"

#define MOST_FILES 200

/* Frees the line. */
static void add_line(struct strings *lines, char *line)
{
    strings_add_once(lines, line);
    free(line);
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
            add_line(lines, memory_print("%s needs version %s of %s, which has none",
                                         strings_base_name(path), file->versions[i].name, soname));
}

void closure_missing(struct machine *machine, const char *path, struct strings *lines)
{
    OWNED(strings) struct strings todo = {0};

    strings_add_once(&todo, path);
    for (size_t at = 0; at < todo.count && at < MOST_FILES; at++) {
        const char *asks = todo.list[at], *why;
        const struct elf_file *file = machine_elf(machine, asks, &why);

        if (!file)
            add_line(lines, memory_print("%s: %s", asks, why));
        for (size_t n = 0; file && n < file->needed_count; n++) {
            const char *soname = file->needed[n];
            OWNED(memory) char *gives = linker_find(machine, asks, soname, NULL);
            const struct elf_file *library = gives ? elf_cache_get(gives, NULL) : NULL;

            /* an image without a C library is no image of a system: it says nothing of these */
            if (!gives && !nvidia_is_base(soname))
                add_line(lines, memory_print("%s needs %s, which ld.so does not find",
                                             strings_base_name(asks), soname));
            if (library)
                check_versions(file, asks, soname, library, lines);
            if (gives)
                strings_add_once(&todo, machine_shown(machine, gives));
        }
    }
}
