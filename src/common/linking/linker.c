/* Asks as the dynamic linker would.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/linking/linker.h"
#include "common/text/memory.h"
#include "runtime/search/path.h"
#include <errno.h>
#include <unistd.h>

/* Asks as a file of the machine, or as the target. */
static void ask(struct machine *machine, const char *file, const char *soname,
                lazynccl_each_file *each, void *context)
{
    const struct elf_file *elf = file ? machine_elf(machine, file, NULL) : NULL;
    const struct target other = elf ? target_as(machine->target, file, elf) : *machine->target;

    view_each_file(&other, soname, each, context);
}

struct first {
    char *path;
    const char **from;
};

static int take_first(void *context, const char *path, enum lazynccl_via via)
{
    struct first *first = context;

    first->path = memory_copy(path);
    if (first->from)
        *first->from = target_via_word(via);
    return 1;
}

char *linker_first(const struct target *target, const char *soname, const char **from)
{
    struct first first = {NULL, from};

    view_each_file(target, soname, take_first, &first);
    return first.path;
}

char *linker_find(struct machine *machine, const char *file, const char *soname, const char **from)
{
    struct first first = {NULL, from};

    ask(machine, file, soname, take_first, &first);
    return first.path;
}

static int take_different(void *context, const char *path, enum lazynccl_via via)
{
    struct strings *paths = context;

    for (size_t i = 0; i < paths->count; i++)
        if (lazynccl_same_file(paths->list[i], path))
            return 0;
    strings_add(paths, path, strlen(path));
    return 0;
}

void linker_list(struct machine *machine, const char *soname, struct strings *paths)
{
    ask(machine, NULL, soname, take_different, paths);
}
