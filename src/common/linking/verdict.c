/* Decides whether the files of an environment load, by the closure of each.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/linking/verdict.h"
#include "common/files/elf_cache.h"
#include "common/linking/closure.h"
#include "common/linking/preload.h"
#include "common/text/memory.h"
#include "runtime/search/path.h"

#define OF_NVIDIA "-packages/nvidia/" /* in the path of each file of NVIDIA's wheels */

enum { DEEPEST = 20 }; /* limits the recursion: libraries may need each other */

static enum file_verdict examine(struct facts *, const struct library *, struct examined *,
                                 int depth);

/* Takes over a worse verdict, the library that decides it, and the file that needs the library. */
static void decide(struct examined *to, enum file_verdict verdict, const char *soname,
                   const char *asks)
{
    if (verdict <= to->verdict)
        return;
    free(to->soname);
    free(to->asks);
    to->verdict = verdict;
    to->soname = memory_copy(soname);
    to->asks = memory_copy(asks);
}

/* Returns the verdict on a file for which ld.so does not find a library. */
static enum file_verdict examine_absent(struct facts *facts, const struct library *of,
                                        const char *soname, struct examined *to, int depth)
{
    const struct library *library = libraries_find(facts, of->path, of->head, soname);
    struct examined own = {0};

    if (!library || depth == DEEPEST) {
        to->is_hopeless = 1;
        return FILE_FAILS;
    }
    enum file_verdict verdict = examine(facts, library, &own, depth + 1);
    int is_opened = preload_package(facts, of->path, soname) != NULL;
    if (verdict == FILE_FAILS && is_opened && !own.is_hopeless && own.soname &&
        preload_package(facts, of->path, own.soname))
        verdict = FILE_LOADS; /* a package also opens what the library lacks */
    if (own.is_hopeless)
        to->is_hopeless = 1;
    free(own.soname);
    free(own.asks);
    if (verdict == FILE_FAILS)
        return FILE_FAILS;
    return is_opened ? FILE_LOADS : FILE_DEPENDS;
}

/* Returns the verdict on a file if ld.so gives it, or a file that it needs, a faulty library. */
static enum file_verdict examine_given(struct facts *facts, const struct library *of,
                                       const char *soname, const char *path, struct examined *to)
{
    const struct library *own = libraries_find(facts, of->path, of->head, soname);

    if (!own || strcmp(own->path, path) == 0)
        to->is_hopeless = 1;
    else if (preload_package(facts, of->path, soname))
        return FILE_LOADS;
    return FILE_FAILS;
}

/* Returns the target that loads a file: the command's, if that is a Python or a file, else `of`. */
static struct target loader_of(const struct facts *facts, const struct library *of)
{
    const struct target *target = facts->machine->target;

    return target->site_count || target->from ? *target : target_as(target, of->path, of->head);
}

/* Returns the verdict on a file with a symbol that no needed library defines. The file loads if a
 * library of the same package defines the symbol, as for a plugin, or if the package opens such a
 * library before. Any other library must be opened with RTLD_GLOBAL; nobody opens NVIDIA's so. */
static enum file_verdict examine_undefined(struct facts *facts, const char *path,
                                           const struct elf_symbol *symbol)
{
    size_t site = lazynccl_site_length(path), package = site + 1;
    enum file_verdict verdict = FILE_FAILS;

    package += strcspn(path + package, "/");
    for (const struct library *at = site ? libraries_of(facts, path) : NULL; at; at = at->next) {
        OWNED(memory) char *inside = view_inside(facts->machine->target, at->path);
        const struct elf_file *file = inside ? elf_cache_links(inside, NULL) : NULL;

        if (!file || !elf_file_defines(file, symbol))
            continue;
        if (strncmp(at->path, path, package + 1) == 0 || preload_package(facts, path, at->soname))
            return FILE_LOADS;
        if (!nvidia_of(at->soname).title)
            verdict = FILE_DEPENDS;
    }
    return verdict;
}

/* Decides the verdict by missing versions and symbols. */
static void examine_symbols(struct facts *facts, const struct library *of,
                            const struct closure *closure, struct examined *to)
{
    OWNED(closure_failures) struct failures failures = closure_failures(closure);

    for (size_t i = 0; i < failures.count; i++) {
        const struct failure *failure = &failures.list[i];
        const struct closure_file *library =
            failure->library < closure->count ? &closure->list[failure->library] : NULL;
        const char *asks = closure->list[failure->asks].asks->module;

        to->is_alone = 0;
        if (!library)
            decide(to, examine_undefined(facts, of->path, failure->symbol), NULL, asks);
        else if (library->asks)
            decide(to, examine_given(facts, of, library->soname, library->asks->module, to),
                   library->soname, asks);
    }
}

/* Decides the verdict on a file by its closure, and returns it. */
static enum file_verdict examine(struct facts *facts, const struct library *of, struct examined *to,
                                 int depth)
{
    const struct target loader = loader_of(facts, of);
    OWNED(closure) struct closure closure = closure_read(&loader, of->path, 0);

    to->is_alone = 1;
    for (size_t i = 1; i < closure.count; i++) {
        const struct closure_file *file = &closure.list[i];

        if (!closure_is_absent(file))
            continue;
        to->is_alone = 0;
        decide(to,
               file->path ? examine_given(facts, of, file->soname, file->path, to)
                          : examine_absent(facts, of, file->soname, to, depth),
               file->soname, closure.list[file->loader].asks->module);
    }
    if (closure_noexec(&closure)) {
        to->is_alone = 0;
        decide(to, FILE_FAILS, NULL, of->path);
    }
    examine_symbols(facts, of, &closure, to);
    return to->verdict;
}

/* Returns 1 if the file needs an NVIDIA library, directly or through other libraries. */
static int leads_to_nvidia(struct facts *facts, const struct library *of, int depth)
{
    for (size_t i = 0; i < of->head->needed.count; i++) {
        const char *soname = of->head->needed.list[i];

        if (nvidia_is_base(soname))
            continue;
        if (nvidia_of(soname).title)
            return 1;
        /* ld.so may give the file any library of the environment that has this SONAME */
        for (const struct library *at = libraries_of(facts, of->path); at; at = at->next)
            if (at != of && depth < DEEPEST && strcmp(at->soname, soname) == 0 &&
                leads_to_nvidia(facts, at, depth + 1))
                return 1;
    }
    return 0;
}

/* Returns 1 if the file calls NVIDIA's functions without a library that could define them. */
static int is_calling(const struct library *of, const char *inside)
{
    const struct elf_file *file =
        bindings_needs_others(of->head) ? NULL : elf_cache_links(inside, NULL);

    return file && bindings_lacking(file);
}

const struct examined *verdict_of_file(struct facts *facts, const char *path)
{
    const struct verdicts *all = verdicts_read(facts);

    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->list[i].path, path) == 0)
            return &all->list[i];
    return NULL;
}

int verdict_excuses(struct facts *facts, const char *path, const struct binding *binding)
{
    const struct verdicts *all = verdicts_read(facts);
    const struct examined *own = verdict_of_file(facts, path);

    if (own && own->said && !*own->said)
        return 1;
    if (!own || !binding_given(binding) || own->verdict == FILE_FAILS ||
        (own->is_alone && !candidate_is_faulty(binding->candidates))) /* nothing to excuse */
        return 0;
    for (size_t i = 0; i < all->count; i++) {
        const struct examined *other = &all->list[i];

        if (other->verdict == FILE_FAILS && other->asks && strcmp(other->asks, path) == 0)
            return 0;
    }
    return 1;
}

/* Returns 1 if a file that loads brings the library by DT_NEEDED, or if its package opens it. */
static int is_brought(struct facts *facts, const struct library *library)
{
    const struct verdicts *all = facts->verdicts;

    for (size_t v = 0; v < all->count; v++) {
        const char *path = all->list[v].path;

        if (all->list[v].verdict != FILE_LOADS || strstr(path, OF_NVIDIA))
            continue;
        if (preload_package(facts, path, library->soname))
            return 1;
        OWNED(closure) struct closure closure = closure_read(facts->machine->target, path, 1);
        for (size_t i = 0; i < closure.count; i++)
            if (closure.list[i].asks && strcmp(closure.list[i].asks->module, library->path) == 0)
                return 1;
    }
    return 0;
}

/* Changes "fails" to "depends" for an NVIDIA library to which ld.so gives a faulty dependency, if a
 * package first opens the environment's own copy of the dependency. */
static void excuse(struct facts *facts, struct examined *file)
{
    const struct elf_file *elf =
        strstr(file->path, OF_NVIDIA) ? machine_elf(facts->machine, file->path) : NULL;
    const struct library *own = elf && file->soname && !file->is_hopeless
                                    ? libraries_find(facts, file->path, elf, file->soname)
                                    : NULL;

    if (own && is_brought(facts, own))
        file->verdict = FILE_DEPENDS;
}

/* Adds the verdict on the file at a path, if it is named, or needs or calls an NVIDIA library. */
static void add_file(struct facts *facts, const char *path, int is_named)
{
    OWNED(memory) char *inside = view_inside(facts->machine->target, path);
    const struct library file = {.path = memory_copy(path),
                                 .head = inside ? elf_cache_head(inside, NULL) : NULL};

    int is_caller = file.head && !is_named && is_calling(&file, inside);

    if (!file.head || !(is_named || is_caller || leads_to_nvidia(facts, &file, 0))) {
        free(file.path);
        return;
    }
    struct examined *verdict = MEMORY_ADD(facts->verdicts->list, facts->verdicts->count);
    *verdict = (struct examined){
        .path = file.path,
        .is_caller = is_caller,
        .is_module = strings_contain_any(strings_base_name(path), ".cpython-|.abi3.")};
    examine(facts, &file, verdict, 0);
}

const struct verdicts *verdicts_of(struct facts *facts, const struct strings *paths, size_t skip,
                                   int is_named)
{
    facts->verdicts = memory_get(1, sizeof *facts->verdicts);
    for (size_t i = 0; i < paths->count && !is_named; i++)
        if (!lazynccl_site_length(paths->list[i] + skip))
            libraries_add(facts, paths->list[i] + skip);
    for (size_t i = 0; i < paths->count; i++)
        add_file(facts, paths->list[i] + skip, is_named);
    for (size_t i = 0; i < facts->verdicts->count; i++)
        if (facts->verdicts->list[i].verdict == FILE_FAILS)
            excuse(facts, &facts->verdicts->list[i]);
    return facts->verdicts;
}

const struct verdicts *verdicts_read(struct facts *facts)
{
    const struct target *target = facts->machine->target;
    OWNED(strings) struct strings paths = {0};

    if (facts->verdicts)
        return facts->verdicts;
    if (target->from)
        strings_print(&paths, "%s", target->from);
    else if (target->site_count)
        for (const struct library *at = libraries_of(facts, ""); at; at = at->next)
            strings_print(&paths, "%s", at->path);
    return verdicts_of(facts, &paths, 0, target->from != NULL);
}

void verdicts_json(const struct verdicts *verdicts, struct json *json)
{
    static const char *const words[] = {"loads", "depends", "fails"};

    json_begin(json, "files", '[');
    for (size_t i = 0; i < verdicts->count; i++) {
        const struct examined *verdict = &verdicts->list[i];

        json_row(json, NULL, JSON_TEXT("file", verdict->path),
                 JSON_TEXT("verdict", words[verdict->verdict]),
                 JSON_FLAG("alone", verdict->is_alone), JSON_TEXT("library", verdict->soname),
                 JSON_TEXT("needed_by", verdict->asks));
    }
    json_end(json, ']');
}
