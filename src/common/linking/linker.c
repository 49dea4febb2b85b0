/* Asks as the dynamic linker would.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/linking/linker.h"
#include "common/files/elf_cache.h"
#include "common/linking/candidate.h"
#include "common/text/memory.h"
#include "runtime/search/ldso.h"
#include "runtime/search/path.h"
#include <errno.h>
#include <unistd.h>

struct walk {
    const struct consumer *consumer;
    lazynccl_each_file *each;
    void *context;
};

/* What ld.so may not open is to it as if it were not there. */
static int pass(void *context, const char *path, enum lazynccl_via via)
{
    const struct walk *walk = context;
    OWNED(memory) char *inside = view_inside(walk->consumer, path);
    const struct elf_file *file = inside ? elf_cache_get(inside, NULL) : NULL;

    if (!inside || (file ? !candidate_fits(&walk->consumer->file, file)
                         : access(inside, R_OK) != 0 && errno == EACCES))
        return 0;
    return walk->each(walk->context, inside, via);
}

void linker_each(const struct consumer *consumer, const char *soname, lazynccl_each_file *each,
                 void *context)
{
    struct walk walk = {consumer, each, context};
    int done = strchr(soname, '/') != NULL; /* a path: nothing is searched */

    for (int i = 0; i < consumer->view.objects->count && !done; i++) {
        const struct lazynccl_object *object = &consumer->view.objects->list[i];

        done = object->soname && strcmp(object->soname, soname) == 0 &&
               pass(&walk, object->path, LAZYNCCL_VIA_LOADED);
    }
    if (!done)
        lazynccl_ldso_each(&consumer->view, soname, pass, &walk);
}

/* Asks as a file of the machine, or as the consumer. */
static void ask(struct machine *machine, const char *file, const char *soname,
                lazynccl_each_file *each, void *context)
{
    const struct elf_file *elf = file ? machine_elf(machine, file, NULL) : NULL;
    const struct consumer other =
        elf ? consumer_as(machine->consumer, file, elf) : *machine->consumer;

    linker_each(&other, soname, each, context);
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
        *first->from = consumer_via_word(via);
    return 1;
}

char *linker_first(const struct consumer *consumer, const char *soname, const char **from)
{
    struct first first = {NULL, from};

    linker_each(consumer, soname, take_first, &first);
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
