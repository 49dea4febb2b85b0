/* Asks as the dynamic linker would.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/linking/linker.h"
#include "search/view.h"
#include "tool/files/elf_cache.h"
#include <stdlib.h>
#include <string.h>

static int take_each(void *context, const char *path, enum lazynccl_via via)
{
    struct strings *paths = context;
    const char *why;
    const struct elf_file *file = elf_cache_get(path, &why);

    (void)via;
    if (file && file->class != 64)
        return 0; /* for another machine: ld.so passes it over */
    for (size_t i = 0; i < paths->count; i++)
        if (elf_cache_same_file(paths->list[i], path))
            return 0;
    strings_add(paths, path, strlen(path));
    return 0;
}

struct link {
    char *path;
    const char **from;
};

static int take_first(void *context, const char *path, enum lazynccl_via via)
{
    struct link *link = context;
    const char *why;
    const struct elf_file *file = elf_cache_get(path, &why);

    if (file && file->class != 64)
        return 0;
    link->path = strdup(path);
    *link->from = consumer_via_word(via);
    return 1;
}

/* Asks ld.so as a file of the machine, or as the consumer. */
static void ask(struct machine *machine, const char *file, const char *soname,
                lazynccl_each_file *each, void *context)
{
    struct consumer other = *machine->consumer;
    char *whole = file ? machine_inside(machine, file) : NULL;
    const char *why;
    const struct elf_file *elf = whole ? elf_cache_get(whole, &why) : NULL;

    if (elf)
        other = consumer_as(machine->consumer, file, elf);
    lazynccl_ldso_each(&other.view, soname, each, context);
    free(whole);
}

char *linker_find(struct machine *machine, const char *file, const char *soname, const char **from)
{
    struct link link = {NULL, from};

    ask(machine, file, soname, take_first, &link);
    return link.path;
}

void linker_each(struct machine *machine, const char *file, const char *soname,
                 struct strings *paths)
{
    ask(machine, file, soname, take_each, paths);
}
