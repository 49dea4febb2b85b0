/* Follows a file's needs recursively, in ld.so's order.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/linking/closure.h"
#include "common/files/elf_cache.h"
#include "common/linking/linker.h"
#include "common/linking/undefined.h"
#include "common/machine/nvidia.h"
#include "common/text/memory.h"

static int defines(const struct elf_file *file, const char *version)
{
    size_t own = 0;

    for (size_t i = 0; i < file->version_count; i++) {
        if (!file->versions[i].file && strcmp(file->versions[i].name, version) == 0)
            return 1;
        own += !file->versions[i].file;
    }
    return own == 0; /* if the library has no versions at all, ld.so only warns */
}

/* Records the versions that the file wants and a library lacks. */
static void check_versions(const struct elf_file *file, const char *path, const char *soname,
                           struct closure_file *library)
{
    for (size_t i = 0; i < file->version_count; i++)
        if (file->versions[i].file && strcmp(file->versions[i].file, soname) == 0 &&
            !defines(&library->asks->file, file->versions[i].name)) {
            OWNED(memory)
            char *line = memory_print("%s needs version %s of %s, which has none",
                                      strings_base_name(path), file->versions[i].name, soname);

            strings_add_once(&library->faults, line);
        }
}

size_t closure_find(const struct closure *closure, const char *needed)
{
    for (size_t i = 0; i < closure->count; i++) {
        const struct closure_file *file = &closure->list[i];

        if (strcmp(file->soname, needed) == 0 ||
            (file->asks && file->asks->file.soname && strcmp(file->asks->file.soname, needed) == 0))
            return i;
    }
    return closure->count;
}

/* The same file, if it is loaded already by another name: elf_cache_get() reads each once. */
static size_t find_file(const struct closure *closure, const struct elf_file *elf)
{
    size_t i = 0;

    while (i < closure->count &&
           !(closure->list[i].asks && closure->list[i].asks->file.handle == elf->handle))
        i++;
    return i;
}

/* Adds a file that `loader` needs first; NULL: nothing does. Returns its number. */
static size_t add(struct machine *machine, struct closure *closure, const char *needed,
                  struct closure_file *loader)
{
    struct closure_file file = {.soname = memory_copy(needed)};
    const char *why = NULL;

    if (!loader) {
        file.path = machine_inside(machine, needed);
    } else {
        file.loader = (size_t)(loader - closure->list);
        file.path = linker_first(loader->asks, needed, &file.from);
    }
    const struct elf_file *elf = file.path ? elf_cache_get(file.path, &why) : NULL;
    size_t known = elf ? find_file(closure, elf) : closure->count;
    if (known < closure->count) {
        free(file.soname);
        free(file.path);
        return known;
    }
    if (elf) {
        const struct target *base = loader ? loader->asks : machine->target;

        file.asks = memory_get(1, sizeof *file.asks);
        *file.asks = target_as(base, memory_copy(machine_shown(machine, file.path)), elf);
        file.asks->loader = loader ? loader->asks : NULL;
    } else if (file.path) {
        strings_print(&file.faults, "%s: %s", machine_shown(machine, file.path), why);
    } else if (loader) {
        strings_print(&file.faults, "%s needs %s, which ld.so does not find",
                      strings_base_name(loader->asks->module), needed);
    }
    *MEMORY_ADD(closure->list, closure->count) = file;
    return closure->count - 1;
}

struct closure closure_read(struct machine *machine, const char *path)
{
    struct closure closure = {NULL, 0};

    add(machine, &closure, path, NULL);
    for (size_t at = 0; at < closure.count; at++) {
        const struct target *asks = closure.list[at].asks;

        for (size_t n = 0; asks && n < asks->file.needed_count; n++) {
            const char *needed = asks->file.needed[n];
            size_t found = closure_find(&closure, needed);

            if (found == closure.count)
                found = add(machine, &closure, needed, &closure.list[at]);
            if (closure.list[found].asks)
                check_versions(&asks->file, asks->module, needed, &closure.list[found]);
        }
    }
    return closure;
}

void closure_free(struct closure *closure)
{
    for (size_t i = 0; i < closure->count; i++) {
        struct closure_file *file = &closure->list[i];

        if (file->asks)
            free(file->asks->module);
        free(file->asks);
        free(file->path);
        free(file->soname);
        strings_free(&file->faults);
    }
    free(closure->list);
    *closure = (struct closure){NULL, 0};
}

void closure_missing(struct machine *machine, const char *path, struct strings *lines)
{
    OWNED(closure) struct closure closure = closure_read(machine, path);

    for (size_t i = 0; i < closure.count; i++) {
        const struct closure_file *file = &closure.list[i];

        /* an image without a C library is not a whole system, so its missing symbols prove
         * nothing */
        for (size_t l = 0; l < file->faults.count && (file->path || !nvidia_is_base(file->soname));
             l++)
            strings_add_once(lines, file->faults.list[l]);
    }
}

/* Returns 1 if there is such a library. */
static int look_into_named(struct machine *machine, const char *path, const char *name,
                           struct undefined *wanted)
{
    OWNED(memory)
    char *file =
        strchr(name, '/') ? machine_inside(machine, name) : linker_find(machine, path, name, NULL);
    const struct elf_file *elf = file ? elf_cache_get(file, NULL) : NULL;

    if (elf)
        undefined_mark(wanted, elf);
    return elf != NULL;
}

/* Every program has these, whether or not the file says that it needs them. */
static int look_into_base(struct machine *machine, const char *path, struct undefined *wanted)
{
    OWNED(strings)
    struct strings names = strings_words(
        "libc.so.6 libm.so.6 libpthread.so.0 libdl.so.2 librt.so.1 ld-linux-x86-64.so.2 "
        "ld-linux-aarch64.so.1 ld-linux-riscv64-lp64d.so.1 libc.musl-x86_64.so.1 "
        "libc.musl-aarch64.so.1 libc.musl-riscv64.so.1",
        " ");
    int found = 0;

    for (size_t i = 0; i < names.count; i++)
        if (look_into_named(machine, path, names.list[i], wanted) &&
            strncmp(names.list[i], "libc.", 5) == 0)
            found = 1;
    return found;
}

void closure_undefined(struct machine *machine, const char *path, struct strings *names)
{
    OWNED(closure) struct closure closure = closure_read(machine, path);
    OWNED(strings)
    struct strings preloads = strings_words(machine_variable(machine, "LD_PRELOAD"), " :");
    OWNED(undefined) struct undefined wanted = {0};
    int whole = closure.list[0].asks != NULL;

    for (size_t i = 0; i < closure.count; i++)
        if (!closure.list[i].asks)
            whole = 0;
    if (!whole)
        return;
    undefined_read(&wanted, &closure.list[0].asks->file, NULL, NULL);
    for (size_t i = 0; i < closure.count; i++)
        undefined_mark(&wanted, &closure.list[i].asks->file);
    whole = look_into_base(machine, path, &wanted);
    for (size_t i = 0; i < preloads.count; i++)
        look_into_named(machine, path, preloads.list[i], &wanted);

    for (size_t i = 0; whole && i < wanted.count; i++)
        if (undefined_fails(&wanted, i))
            strings_add_once(names, wanted.list[i]->name);
}
