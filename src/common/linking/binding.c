/* Binds a file to a library as ld.so would.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/linking/binding.h"
#include "common/files/root.h"
#include "common/linking/closure.h"
#include "common/linking/preload.h"
#include "common/text/memory.h"
#include "runtime/search/path.h"

/* Returns a path without the root, with its folder resolved, to be freed. The name stays as it is,
 * because the name of a link, such as libx.so.1, can show for which release the file is. */
static char *plain_path(const char *root, const char *path)
{
    OWNED(memory)
    char *folder = memory_folder(path + strlen(root)),
         *real = folder ? root_real(root, folder) : NULL;

    return real ? memory_print("%s%s", real, strrchr(path, '/')) : memory_copy(path + strlen(root));
}

/* Returns the file that `find` returns, and evaluates it as a candidate; NULL if there is none. */
static const struct elf_file *find_file(binding_find *find, const struct binding_source *source,
                                        const struct requester *requester,
                                        const struct binding *binding, struct candidate *to)
{
    const struct elf_file *file = find(source->context, requester->file, binding, to);

    if (file)
        candidate_evaluate(to, requester, file);
    return file;
}

/* Returns 1 if the file may end up with another library than ld.so gives. */
static int is_doubtful(const struct candidate *given)
{
    return !given || given->via == LAZYNCCL_VIA_LD_LIBRARY_PATH || given->missing.count ||
           candidate_is_broken(given);
}

/* Adds the files that ld.so would consider, but only the first unless that file lacks symbols or
 * LD_LIBRARY_PATH led to it. Returns the first file, or NULL if it cannot be read. */
static const struct elf_file *walk(struct binding *binding, const struct requester *requester,
                                   const struct target *target)
{
    OWNED(view_walk) struct view_walk walk;
    const struct elf_file *first = NULL;
    const char *path;
    int is_enough = 0;

    view_walk_begin(&walk, target, binding->soname);
    while (!is_enough && (path = view_walk_next(&walk))) {
        struct candidate *candidate = MEMORY_ADD(binding->candidates, binding->candidate_count);

        *candidate = (struct candidate){.path = plain_path(requester->root, path),
                                        .found_via = target_via_word(walk.via),
                                        .via = walk.via};
        const struct elf_file *file = candidate_read(candidate, requester, path);
        first = binding->candidate_count == 1 ? file : first;
        candidate = binding->candidates;
        is_enough = !candidate->missing.count && candidate->via != LAZYNCCL_VIA_LD_LIBRARY_PATH;
    }
    return first;
}

/* Finds the candidates. Returns the library that the requesting file ends up with, or NULL. */
static const struct elf_file *find_all(struct binding *binding, const struct requester *requester,
                                       const struct binding_source *source)
{
    const struct elf_file *given, *before = NULL;
    struct candidate found = {0};

    if (source->target)
        given = walk(binding, requester, source->target);
    else if ((given = find_file(source->find, source, requester, binding, &found)))
        *MEMORY_ADD(binding->candidates, binding->candidate_count) = found;
    if (source->packages && !binding->declared && is_doubtful(binding_given(binding)) &&
        source->target->module && lazynccl_site_length(source->target->module))
        binding->first = preload_package(source->packages, source->target->module, binding->soname);
    if (source->preloaded && (binding->first || !binding_given(binding)))
        before = find_file(source->preloaded, source, requester, binding, &binding->preloaded);
    return before ? before : given;
}

/* Drops those missing symbols that another library of the target's closure defines. */
static void drop_defined(struct candidate *given, const struct binding_source *source)
{
    OWNED(closure)
    struct closure closure = closure_read(source->target, source->target->module, 0);
    OWNED(closure_failures)
    struct failures failures = closure_failures(&closure);
    OWNED(strings) struct strings before = given->missing;
    const struct elf_symbol *first = NULL;

    given->missing = (struct strings){0};
    for (size_t i = 0; i < failures.count; i++) {
        const struct elf_symbol *symbol = failures.list[i].symbol;

        if (symbol && !failures.list[i].asks && strings_has(&before, symbol->name))
            undefined_add(&given->missing, &first, symbol);
    }
    if (!given->missing.count && given->verdict == VERDICT_USABLE)
        *given->outcome = '\0';
}

void bindings_add(struct bindings *bindings, const struct elf_file *asks, const char *file,
                  const char *soname, int declared, const struct binding_source *source)
{
    const struct nvidia vendor = nvidia_of(soname);
    OWNED(undefined) struct undefined undefined = {0};
    struct binding *binding = MEMORY_ADD(bindings->list, bindings->count);
    struct requester requester = {.description = vendor.library,
                                  .file = asks,
                                  .undefined = &undefined,
                                  .root = source->target ? source->target->root : ""};

    *binding = (struct binding){.file = memory_copy(file),
                                .soname = memory_copy(soname),
                                .vendor = vendor,
                                .declared = declared};
    if (declared)
        binding->by_lazynccl =
            strings_has(&asks->lazynccl, vendor.library ? vendor.library->name : soname);
    undefined_read(&undefined, asks, soname, vendor.known);
    for (size_t i = 0; i < undefined.count; i++)
        strings_print(&binding->undefined, "%s", undefined.list[i]->name);
    const struct elf_file *library = find_all(binding, &requester, source);
    if (source->target && source->packages && binding_given(binding) &&
        binding->candidates->missing.count)
        drop_defined(binding->candidates, source);
    /* if the library is missing, only a stub knows its symbols */
    if (undefined.count == 0 && !declared)
        binding->needless = library ? !undefined_any(asks, library) : vendor.known != NULL;
}

int bindings_needs_others(const struct elf_file *file)
{
    for (size_t i = 0; i < file->needed.count; i++)
        if (!nvidia_is_base(file->needed.list[i]))
            return 1;
    return 0;
}

const char *bindings_lacking(const struct elf_file *file)
{
    const struct lazynccl_description *desc = NULL;

    if (bindings_needs_others(file))
        return NULL;
    while ((desc = nvidia_next(desc))) {
        OWNED(undefined) struct undefined wanted = {0};

        undefined_read(&wanted, file, "", desc);
        for (size_t i = 0; i < wanted.count; i++)
            if (wanted.list[i]->binding != ELF_BINDING_WEAK)
                return wanted.list[i]->name;
    }
    return NULL;
}

void bindings_free(struct bindings *bindings)
{
    while (bindings->count > 0) {
        struct binding *binding = &bindings->list[--bindings->count];

        for (size_t i = 0; i < binding->candidate_count; i++)
            candidate_free(&binding->candidates[i]);
        candidate_free(&binding->preloaded);
        strings_free(&binding->undefined);
        free(binding->candidates);
        free(binding->soname);
        free(binding->file);
    }
    free(bindings->list);
}
