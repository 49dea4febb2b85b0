/* Finds the files of an environment that need NVIDIA's libraries, and binds them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/linking/environment.h"
#include "common/files/elf_cache.h"
#include "common/files/root.h"
#include "common/linking/libraries.h"
#include "common/linking/linker.h"
#include "common/text/memory.h"
#include "runtime/search/path.h"

/* Finds the environment's copy of a library, which another file could open before. */
static const struct elf_file *find_library(void *context, const struct elf_file *asks,
                                           const struct binding *binding, struct candidate *to)
{
    struct facts *facts = context;
    const struct library *library = libraries_find(facts, binding->file, asks, binding->soname);
    OWNED(memory)
    char *inside = library ? view_inside(facts->machine->target, library->path) : NULL;

    if (!inside)
        return NULL;
    to->path = memory_copy(library->path);
    to->found_via = lazynccl_location_word(LAZYNCCL_LOCATION_WHEEL);
    if (binding->vendor.library)
        to->version = elf_cache_version(binding->vendor.library, inside);
    return elf_cache_get(inside, NULL);
}

static void add_copy(struct environment *all, const char *path,
                     const struct lazynccl_description *desc)
{
    for (size_t i = 0; i < all->copy_count; i++)
        if (lazynccl_same_file(all->copies[i].path, path))
            return;
    *MEMORY_ADD(all->copies, all->copy_count) = (struct copy){memory_copy(path), desc};
}

static void look_at(struct facts *, struct environment *, const char *path);

/* Looks at a needed NVIDIA library outside the site-packages, as in a conda environment: the file
 * loads only if the needs of that library are met. Returns 1 if the library is there. */
static int follow(struct facts *facts, struct environment *all, const char *soname,
                  const struct target *asks)
{
    OWNED(memory) char *path = linker_first(asks, soname, NULL);
    const struct target *target = facts->machine->target;
    OWNED(memory)
    char *shown = path ? root_absolute(target->root, machine_shown(facts->machine, path)) : NULL;

    for (int i = 0; shown && i < target->site_count && !target->from; i++)
        if (strncmp(shown, target->sites[i], strlen(target->sites[i])) == 0)
            return 0; /* the walk visits it later */
    if (shown && !strings_has(&all->followed, shown)) {
        strings_add(&all->followed, shown, strlen(shown));
        look_at(facts, all, shown);
    }
    return shown != NULL;
}

struct binding_source environment_source(struct facts *facts, const struct target *asks)
{
    return (struct binding_source){.target = asks,
                                   .preloaded = facts->machine->target->pid ? NULL : find_library,
                                   .packages = facts->machine->target->pid ? NULL : facts,
                                   .context = facts};
}

/* Returns 1 if a file is to be bound to a library: an NVIDIA library that has a stub or comes from
 * outside the environment. Most files need no such library, and their symbols are not read. */
static int is_wanted(struct facts *facts, struct environment *all, const char *soname,
                     const struct target *asks)
{
    const struct nvidia vendor = nvidia_of(soname);
    const struct target *target = facts->machine->target;

    if (!vendor.title)
        return 0;
    int is_outside = !vendor.library && !target->pid && follow(facts, all, soname, asks);
    return vendor.known || target->from || is_outside;
}

/* Binds a file to the NVIDIA libraries that it needs: all of them if the user named the file.
 * `head` is the file; its symbols are read only if they matter. */
static void bind_file(struct facts *facts, struct environment *all, const char *path,
                      const char *inside, const struct elf_file *head)
{
    const struct target *target = facts->machine->target;
    struct target other = target_as(target, path, head);
    const struct binding_source source = environment_source(facts, &other);
    const struct elf_file *file = NULL;

    for (size_t i = 0; i < head->needed.count; i++) {
        if (!is_wanted(facts, all, head->needed.list[i], &other))
            continue;
        if (!file && !(file = elf_cache_links(inside, NULL)))
            return;
        other.file = *file;
        bindings_add(&all->bindings, file, path, file->needed.list[i], 0, &source);
    }
}

/* Adds a file to the lists of an environment, except its bindings. */
static void add_file(struct environment *all, const char *path, const char *inside,
                     const struct elf_file *file)
{
    all->examined++;
    for (size_t i = 0; i < file->dlopen_count; i++)
        strings_print(&all->notes, "%s\n%s", path, file->dlopen[i]);
    if (file->exports_lazynccl && !strings_has(&file->lazynccl, ELF_FILE_NET) && file->soname &&
        nvidia_of(file->soname).title)
        strings_add_once(&all->standins, path);
    for (const struct lazynccl_description *desc = NULL;
         !file->exports_lazynccl && (desc = nvidia_next(desc));)
        if (lazynccl_name_bears(desc->sonames[0], strings_base_name(path)))
            add_copy(all, inside, desc);
}

static void look_at(struct facts *facts, struct environment *all, const char *path)
{
    OWNED(memory) char *inside = view_inside(facts->machine->target, path);
    const struct elf_file *head = inside ? elf_cache_head(inside, NULL) : NULL;

    if (!head)
        return;
    add_file(all, path, inside, head);
    bind_file(facts, all, path, inside, head);
}

/* Adds the files of a Python, each as if it were loaded alone. */
static void read_python(struct facts *facts, struct environment *all)
{
    for (const struct library *at = libraries_of(facts, ""); at; at = at->next) {
        OWNED(memory) char *inside = view_inside(facts->machine->target, at->path);

        add_file(all, at->path, inside, at->head);
        bind_file(facts, all, at->path, inside, at->head);
    }
}

static struct environment *read_environment(struct facts *facts)
{
    const struct target *target = facts->machine->target;
    struct environment *all = memory_get(1, sizeof *all);

    if (target->pid)
        for (int i = 0; i < target->objects.count; i++)
            look_at(facts, all, target->objects.list[i].path);
    else if (target->from)
        look_at(facts, all, target->from);
    else if (target->site_count)
        read_python(facts, all);
    return all;
}

const struct environment *environment_read(struct facts *facts)
{
    if (!facts->environment)
        facts->environment = read_environment(facts);
    return facts->environment;
}

int environment_is_empty(struct facts *facts)
{
    const struct environment *all = environment_read(facts);

    for (const struct lazynccl_description *desc = NULL; (desc = nvidia_next(desc));)
        if (facts_copy(facts, desc->name))
            return 0;
    return !all->bindings.count && !all->copy_count && !all->followed.count && !all->standins.count;
}
