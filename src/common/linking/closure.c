/* Follows a file's needs recursively, in ld.so's order.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/linking/closure.h"
#include "common/files/elf_cache.h"
#include "common/files/root.h"
#include "common/linking/candidate.h"
#include "common/linking/linker.h"
#include "common/machine/nvidia.h"
#include "common/text/memory.h"

/* Returns 1 if a file defines a version, or no versions at all: then ld.so only warns. */
static int defines(const struct elf_file *file, const char *version)
{
    size_t own = 0;

    for (size_t i = 0; i < file->version_count; i++) {
        if (!file->versions[i].file && strcmp(file->versions[i].name, version) == 0)
            return 1;
        own += !file->versions[i].file;
    }
    return own == 0;
}

/* Returns the index of the file for a DT_NEEDED name; closure->count if there is none yet. */
static size_t find_needed(const struct closure *closure, const char *needed)
{
    for (size_t i = 0; i < closure->count; i++) {
        const struct closure_file *file = &closure->list[i];

        if (strcmp(file->soname, needed) == 0 ||
            (file->asks && file->asks->file.soname && strcmp(file->asks->file.soname, needed) == 0))
            return i;
    }
    return closure->count;
}

/* Returns the index of this file, perhaps under another name; closure->count if it is new. */
static size_t find_file(const struct closure *closure, const struct elf_file *elf)
{
    size_t i = 0;

    while (i < closure->count &&
           !(closure->list[i].asks && elf_file_is_same(&closure->list[i].asks->file, elf)))
        i++;
    return i;
}

/* Returns the path of the preloaded file that has the SONAME, to be freed; NULL: none. */
static char *find_preloaded(const struct target *target, const char *soname)
{
    OWNED(strings)
    struct strings preloads =
        strings_words(target->view.variable(&target->view, "LD_PRELOAD"), " :");

    for (size_t i = 0; i < preloads.count; i++) {
        char *path = view_inside(target, preloads.list[i]);
        const struct elf_file *elf = path ? elf_cache_links(path, NULL) : NULL;

        if (elf && elf->soname && strcmp(elf->soname, soname) == 0)
            return path;
        free(path);
    }
    return NULL;
}

/* Reads a file; NULL if ld.so would refuse it, except the first file, which may be a program. */
static const struct elf_file *read_elf(const struct target *target, const struct closure *closure,
                                       const char *path)
{
    const struct elf_file *elf = (closure->is_heads ? elf_cache_head : elf_cache_links)(path, NULL);

    return elf && closure->count && elf_cache_refused(elf, target->root, path) ? NULL : elf;
}

/* Adds the file for a DT_NEEDED name. `loader` is the first file that needs it; if `loader` is
 * NULL, `needed` is the path of the closure's first file. */
static void add(const struct target *target, struct closure *closure, const char *needed,
                struct closure_file *loader)
{
    struct closure_file file = {.soname = memory_copy(needed)};

    if (!loader) {
        file.path = view_inside(target, needed);
    } else {
        file.loader = (size_t)(loader - closure->list);
        file.from = "LD_PRELOAD";
        file.path = find_preloaded(target, needed);
        if (!file.path)
            file.path = strchr(needed, '/') ? view_inside(target, needed)
                                            : linker_first(loader->asks, needed, &file.from);
    }
    const struct elf_file *elf = file.path ? read_elf(target, closure, file.path) : NULL;
    size_t known = elf ? find_file(closure, elf) : closure->count;
    if (known < closure->count) {
        free(file.soname);
        free(file.path);
        return;
    }
    if (elf) {
        const struct target *base = loader ? loader->asks : target;
        /* the target's program opens the closure's first file, unless it is that file */
        const struct target *program = elf_file_is_same(elf, &target->file) ? NULL : target;

        file.asks = memory_get(1, sizeof *file.asks);
        *file.asks =
            target_as(base, root_absolute(target->root, file.path + strlen(target->root)), elf);
        file.asks->loader = loader ? loader->asks : program;
    }
    *MEMORY_ADD(closure->list, closure->count) = file;
}

struct closure closure_read(const struct target *target, const char *path, int is_heads)
{
    struct closure closure = {NULL, 0, is_heads};

    add(target, &closure, path, NULL);
    for (size_t at = 0; at < closure.count; at++) {
        const struct target *asks = closure.list[at].asks;

        for (size_t n = 0; asks && n < asks->file.needed.count; n++) {
            const char *needed = asks->file.needed.list[n];

            if (!(is_heads && nvidia_is_base(needed)) &&
                find_needed(&closure, needed) == closure.count)
                add(target, &closure, needed, &closure.list[at]);
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
    }
    free(closure->list);
    *closure = (struct closure){0};
}

int closure_is_absent(const struct closure_file *file)
{
    return !file->asks && (file->path || !(nvidia_is_base(file->soname) ||
                                           strncmp(file->soname, "libc.musl-", 10) == 0));
}

const char *closure_noexec(const struct closure *closure)
{
    const struct target *first = closure->list[0].asks;

    return first && !first->file.is_program && !first->file.refused
               ? elf_cache_refused(&first->file, first->root, closure->list[0].path)
               : NULL;
}

char *closure_missing(const struct target *target, const char *path)
{
    OWNED(closure) struct closure closure = closure_read(target, path, 1), own = {0};

    for (size_t i = 1; i < closure.count; i++) {
        const struct closure_file *file = &closure.list[i];

        if (!closure_is_absent(file))
            continue;
        if (target->from && !own.count)
            own = closure_read(target, target->from, 1);
        if (find_needed(&own, file->soname) == own.count)
            return memory_print("needs %s, which %s", file->soname,
                                file->path ? "cannot be loaded" : "ld.so does not find");
    }
    return NULL;
}

/* Files that every process has, even if the closure lacks them: the C library and LD_PRELOAD. Read
 * when a symbol is not found elsewhere, which is rare. */
struct base {
    const struct target *target;
    const struct elf_file **list;
    size_t count;
    int is_read, is_known; /* is_known: 1 if the C library was found */
};

static void base_free(struct base *base)
{
    free(base->list);
}

static void add_base(struct base *base, const char *name)
{
    const struct target *target = base->target;
    OWNED(memory)
    char *path = strchr(name, '/') ? view_inside(target, name) : linker_first(target, name, NULL);
    const struct elf_file *elf = path ? elf_cache_links(path, NULL) : NULL;

    if (!elf)
        return;
    *MEMORY_ADD(base->list, base->count) = elf;
    if (strncmp(name, "libc.", 5) == 0)
        base->is_known = 1;
}

static void read_base(struct base *base)
{
    const struct lazynccl_view *view = &base->target->view;
    OWNED(strings)
    struct strings names = strings_words(
        "libc.so.6 libm.so.6 libpthread.so.0 libdl.so.2 librt.so.1 ld-linux-x86-64.so.2 "
        "ld-linux-aarch64.so.1 ld-linux-riscv64-lp64d.so.1 libc.musl-x86_64.so.1 "
        "libc.musl-aarch64.so.1 libc.musl-riscv64.so.1",
        " ");
    OWNED(strings)
    struct strings preloads = strings_words(view->variable(view, "LD_PRELOAD"), " :");

    for (size_t i = 0; i < names.count; i++)
        add_base(base, names.list[i]);
    for (size_t i = 0; i < preloads.count; i++)
        add_base(base, preloads.list[i]);
    base->is_read = 1;
}

/* Returns the index of the file whose symbol table contains this undefined symbol. */
static size_t asking(const struct closure *closure, const struct elf_symbol *symbol)
{
    size_t i = 0;

    while (!closure->list[i].asks || symbol < closure->list[i].asks->file.symbols ||
           symbol >= closure->list[i].asks->file.symbols + closure->list[i].asks->file.symbol_count)
        i++;
    return i;
}

/* Returns the index of the library that should define a symbol, by the symbol's version or by a
 * stub; closure->count if neither names a library. */
static size_t defining(const struct closure *closure, const struct elf_symbol *symbol)
{
    if (symbol->from)
        return find_needed(closure, symbol->from);
    for (size_t i = 1; i < closure->count; i++) {
        const struct nvidia vendor = nvidia_of(closure->list[i].soname);

        if (vendor.known && undefined_known(vendor.known, symbol->name))
            return i;
    }
    return closure->count;
}

/* Adds an undefined symbol. `whole`: all files are known, so that no unknown file defines it. */
static void add_symbol(const struct closure *closure, const struct elf_symbol *symbol, int whole,
                       struct failures *failures)
{
    size_t asks = asking(closure, symbol), named = defining(closure, symbol);
    size_t library = named == asks ? closure->count : named; /* a file may need itself */
    struct failure failure = {.asks = asks, .library = library, .symbol = symbol};

    if (library == closure->count ? whole : closure->list[library].asks != NULL)
        *MEMORY_ADD(failures->list, failures->count) = failure;
}

/* Adds the versions that a file needs and its libraries lack. Marks the libraries in `used`. */
static void add_versions(const struct closure *closure, size_t asks, char *used,
                         struct failures *failures)
{
    const struct elf_file *file = &closure->list[asks].asks->file;

    for (size_t v = 0; v < file->version_count; v++) {
        size_t library =
            file->versions[v].file ? find_needed(closure, file->versions[v].file) : closure->count;

        if (library == closure->count || library == asks || !closure->list[library].asks)
            continue;
        used[library] = 1;
        if (!defines(&closure->list[library].asks->file, file->versions[v].name))
            *MEMORY_ADD(failures->list, failures->count) = (struct failure){
                .asks = asks, .library = library, .version = file->versions[v].name};
    }
}

/* Returns the index of a file that defines a symbol, if possible its version's; or the count. */
static size_t find_definition(const struct closure *closure, const struct elf_symbol *symbol)
{
    size_t from = symbol->from ? find_needed(closure, symbol->from) : closure->count, i = 0;
    const struct target *named = from < closure->count ? closure->list[from].asks : NULL;

    if (named && elf_file_defines(&named->file, symbol))
        return from;
    while (i < closure->count &&
           !(closure->list[i].asks && elf_file_defines(&closure->list[i].asks->file, symbol)))
        i++;
    return i;
}

static int is_in_base(struct base *base, const struct elf_symbol *symbol)
{
    if (!base->is_read)
        read_base(base);
    for (size_t i = 0; i < base->count; i++)
        if (elf_file_defines(base->list[i], symbol))
            return 1;
    return 0;
}

/* A file that lacks nothing if the files in `by` and the base are loaded with the file. It is not
 * examined again: many files need PyTorch's libraries, and these need 10,000 symbols. */
static struct served {
    struct served *next;
    const struct elf_handle *file, **by;
    size_t count;
} * all_served; /* never freed */

static int has_file(const struct closure *closure, const struct elf_handle *file)
{
    for (size_t i = 0; i < closure->count; i++)
        if (closure->list[i].asks && closure->list[i].asks->file.handle == file)
            return 1;
    return 0;
}

/* Returns 1 if an earlier examination showed that the file lacks nothing in this closure. */
static int is_served(const struct closure *closure, const struct elf_file *file)
{
    for (const struct served *served = all_served; served; served = served->next) {
        size_t i = 0;

        while (served->file == file->handle && i < served->count &&
               has_file(closure, served->by[i]))
            i++;
        if (served->file == file->handle && i == served->count)
            return 1;
    }
    return 0;
}

/* Records that a file lacks nothing if the files marked in `used` are loaded with it. */
static void add_served(const struct closure *closure, const struct elf_file *file, const char *used)
{
    struct served *served = memory_get(1, sizeof *served);

    *served = (struct served){.next = all_served, .file = file->handle};
    all_served = served;
    for (size_t i = 0; i < closure->count; i++)
        if (used[i])
            *MEMORY_ADD(served->by, served->count) = closure->list[i].asks->file.handle;
}

/* Returns 1 for Python's C API, which the interpreter defines. */
static int is_of_python(const struct elf_symbol *symbol)
{
    return strncmp(symbol->name + (*symbol->name == '_'), "Py", 2) == 0;
}

/* Adds the versions that a file lacks to `failures`, and the symbols to `lacking`. */
static void examine_file(const struct closure *closure, size_t number, struct base *base,
                         struct failures *failures, struct undefined *lacking)
{
    const struct elf_file *file = &closure->list[number].asks->file;
    size_t versions = failures->count, symbols = lacking->count;
    OWNED(memory) char *used = memory_get(closure->count + 1, 1);

    if (is_served(closure, file))
        return;
    add_versions(closure, number, used, failures);
    for (size_t i = 0; i < file->symbol_count; i++) {
        const struct elf_symbol *symbol = &file->symbols[i];

        if (symbol->defined || symbol->binding == ELF_BINDING_WEAK || is_of_python(symbol))
            continue;
        size_t library = find_definition(closure, symbol);
        used[library] = 1;
        if (library == closure->count && !is_in_base(base, symbol))
            *MEMORY_ADD(lacking->list, lacking->count) = symbol;
    }
    used[closure->count] = 0;
    if (failures->count == versions && lacking->count == symbols)
        add_served(closure, file, used);
}

/* Returns 1 if all files are known, so that a symbol that they do not define is missing.
 * `of_system`: 1 if the C library may define the symbol. */
static int is_whole(const struct closure *closure, const struct base *base, int of_system)
{
    for (size_t i = 0; i < closure->count; i++)
        if (!closure->list[i].asks && (of_system || closure_is_absent(&closure->list[i])))
            return 0;
    return base->is_known || !of_system;
}

struct failures closure_failures(const struct closure *closure)
{
    struct failures failures = {0};
    OWNED(undefined) struct undefined lacking = {0};
    OWNED(base) struct base base = {.target = closure->list[0].asks};

    for (size_t i = 1; i < closure->count; i++)
        if (closure_is_absent(&closure->list[i]))
            *MEMORY_ADD(failures.list, failures.count) =
                (struct failure){.asks = closure->list[i].loader, .library = i};
    for (size_t i = 0; i < closure->count; i++)
        if (closure->list[i].asks)
            examine_file(closure, i, &base, &failures, &lacking);
    undefined_sort(&lacking);
    for (size_t i = 0; i < lacking.count; i++)
        add_symbol(closure, lacking.list[i],
                   is_whole(closure, &base, !undefined_is_nvidia(lacking.list[i]->name)),
                   &failures);
    return failures;
}

void closure_failures_free(struct failures *failures)
{
    free(failures->list);
    *failures = (struct failures){0};
}
