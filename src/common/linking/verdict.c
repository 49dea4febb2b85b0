/* Decides what comes of loading the files of an environment, by the closure of each.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/linking/verdict.h"
#include "common/linking/closure.h"
#include "common/linking/preload.h"
#include "common/text/memory.h"

enum { DEEPEST = 20 }; /* libraries that need each other, which ld.so does not find */

static enum file_verdict examine(struct facts *, const struct library *, struct examined *,
                                 int depth);

const char *verdict_word(enum file_verdict verdict)
{
    static const char *const words[] = {"loads", "depends", "fails"};

    return words[verdict];
}

int verdict_is_module(const char *path)
{
    const char *name = strings_base_name(path);

    return strstr(name, ".cpython-") || strstr(name, ".abi3.");
}

enum file_verdict verdict_of_binding(const struct binding *binding)
{
    const struct candidate *given = binding_given(binding), *before = &binding->preloaded;
    int is_there = before->path && !before->missing.count && !candidate_is_broken(before);

    if (is_there && binding->first)
        return FILE_LOADS;
    if (!given)
        return is_there ? FILE_DEPENDS : FILE_FAILS;
    return candidate_is_broken(given) || given->missing.count ? FILE_FAILS : FILE_LOADS;
}

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

/* The verdict on a library that ld.so does not find for a file. */
static enum file_verdict examine_absent(struct facts *facts, const struct library *of,
                                        const char *soname, int depth)
{
    const struct library *library = libraries_find(facts, of->path, of->head, soname);
    struct examined own = {0};

    if (!library || depth == DEEPEST)
        return FILE_FAILS;
    enum file_verdict verdict = examine(facts, library, &own, depth + 1);
    free(own.soname);
    free(own.asks);
    if (verdict == FILE_FAILS)
        return FILE_FAILS;
    return preload_package(facts, of->path, soname) ? FILE_LOADS : FILE_DEPENDS;
}

static enum file_verdict examine(struct facts *facts, const struct library *of, struct examined *to,
                                 int depth)
{
    const struct environment *all = environment_read(facts);
    OWNED(closure)
    struct closure closure = closure_read(facts->machine->target, of->path, 1);

    to->is_alone = 1;
    for (size_t i = 1; i < closure.count; i++) {
        const struct closure_file *file = &closure.list[i];

        if (!closure_is_absent(file))
            continue;
        to->is_alone = 0;
        decide(to, examine_absent(facts, of, file->soname, depth), file->soname,
               closure.list[file->loader].asks->module);
    }
    for (size_t b = 0; b < all->bindings.count; b++)
        for (size_t i = 0; i < closure.count; i++) {
            const struct binding *binding = &all->bindings.list[b];
            const char *path = closure.list[i].asks ? closure.list[i].asks->module : "";

            if (binding->declared || !binding_given(binding) || strcmp(binding->file, path) != 0)
                continue;
            if (candidate_is_broken(binding_given(binding)) || binding->candidates->missing.count)
                to->is_alone = 0;
            decide(to, verdict_of_binding(binding), binding->soname, path);
        }
    return to->verdict;
}

/* 1 if the file or what it needs is, or needs, a library of NVIDIA's. */
static int leads_to_nvidia(struct facts *facts, const struct library *of, int depth)
{
    for (size_t i = 0; i < of->head->needed.count; i++) {
        const char *soname = of->head->needed.list[i];

        if (nvidia_is_base(soname))
            continue;
        if (nvidia_of(soname).title)
            return 1;
        const struct library *needed = libraries_find(facts, of->path, of->head, soname);
        if (needed && needed != of && depth < DEEPEST && leads_to_nvidia(facts, needed, depth + 1))
            return 1;
    }
    return 0;
}

const struct examined *verdict_of_file(struct facts *facts, const char *path)
{
    const struct verdicts *all = verdicts_read(facts);

    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->list[i].path, path) == 0)
            return &all->list[i];
    return NULL;
}

const struct verdicts *verdicts_read(struct facts *facts)
{
    if (facts->verdicts)
        return facts->verdicts;
    facts->verdicts = memory_get(1, sizeof *facts->verdicts);
    const struct target *target = facts->machine->target;
    const struct library *at =
        target->site_count ? libraries_of(facts, target->from ? target->from : "") : NULL;
    for (; at; at = at->next) {
        if ((target->from && strcmp(at->path, target->from) != 0) || !leads_to_nvidia(facts, at, 0))
            continue;
        struct examined *verdict = MEMORY_ADD(facts->verdicts->list, facts->verdicts->count);

        *verdict = (struct examined){.path = at->path, .is_module = verdict_is_module(at->path)};
        examine(facts, at, verdict, 0);
    }
    return facts->verdicts;
}
