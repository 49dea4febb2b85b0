/* Matches what a file demands with what a library exports, and both with our stubs.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/linking/undefined.h"
#include "search/search.h"
#include <stdlib.h>
#include <string.h>

static int by_name(const void *a, const void *b)
{
    return strcmp((*(const struct elf_symbol *const *)a)->name,
                  (*(const struct elf_symbol *const *)b)->name);
}

/* The symbol's number in a description, or -1. */
static int number_of(const struct lazynccl_description *is, const char *name)
{
    const char *known = is->symbols;

    for (int i = 0; i < is->count; i++, known += strlen(known) + 1)
        if (strcmp(known, name) == 0)
            return i;
    return -1;
}

int undefined_read(struct undefined *demands, const struct elf_file *asks, const char *soname,
                   const struct lazynccl_description *is)
{
    *demands = (struct undefined){calloc(asks->symbol_count + 1, sizeof *demands->list),
                                  calloc(asks->symbol_count + 1, 1), 0};
    if (!demands->list || !demands->had)
        return -1;
    for (size_t i = 0; i < asks->symbol_count; i++) {
        const struct elf_symbol *symbol = &asks->symbols[i];

        if (!symbol->defined && (symbol->from ? strcmp(symbol->from, soname) == 0
                                              : is && number_of(is, symbol->name) >= 0))
            demands->list[demands->count++] = symbol;
    }
    qsort(demands->list, demands->count, sizeof *demands->list, by_name);
    return 0;
}

void undefined_free(struct undefined *demands)
{
    free(demands->list);
    free(demands->had);
    *demands = (struct undefined){0};
}

void undefined_mark(struct undefined *demands, const struct elf_file *library)
{
    for (size_t i = 0; i < library->symbol_count; i++) {
        const struct elf_symbol *have = &library->symbols[i], **hit = NULL;

        if (have->defined)
            hit = bsearch(&have, demands->list, demands->count, sizeof *hit, by_name);
        if (hit && (!have->version || !(*hit)->version || !strcmp(have->version, (*hit)->version)))
            demands->had[hit - demands->list] = 1;
    }
}

int undefined_fails(const struct undefined *demands, size_t number)
{
    return !demands->had[number] && strcmp(demands->list[number]->binding, "weak") != 0;
}

int undefined_any(const struct elf_file *asks, const struct elf_file *library)
{
    const struct elf_symbol **wanted = calloc(asks->symbol_count + 1, sizeof *wanted);
    size_t count = 0;
    int any = !wanted; /* without memory nothing can be said against it */

    for (size_t i = 0; wanted && i < asks->symbol_count; i++)
        if (!asks->symbols[i].defined)
            wanted[count++] = &asks->symbols[i];
    if (wanted)
        qsort(wanted, count, sizeof *wanted, by_name);
    for (size_t i = 0; !any && i < library->symbol_count; i++) {
        const struct elf_symbol *have = &library->symbols[i];

        any = have->defined && bsearch(&have, wanted, count, sizeof *wanted, by_name);
    }
    free(wanted);
    return any;
}

int undefined_function_added(const struct lazynccl_description *is, int number, int *removed)
{
    int version = 0;

    *removed = 0;
    for (int i = 0; i < is->added_count && is->added[i].first <= number; i++)
        version = is->added[i].version;
    for (int i = 0; i < is->removed_count; i++)
        if (is->removed[i].index == number)
            *removed = is->removed[i].version;
    return version;
}

/* __nvJitLinkCreate_14_2 is of a release after those that the stub knows, and says it itself. */
static int version_of_suffix(const struct lazynccl_description *is, const char *name)
{
    const char *suffix = name + strlen(name);
    size_t start = strspn(name, "_");

    while (suffix > name && strchr("0123456789_", suffix[-1]))
        suffix--;
    size_t length = (size_t)(suffix - name);
    char *plain = length > start ? strndup(name + start, length - start) : NULL;
    int known = plain && is->suffixed && number_of(is, plain) >= 0;

    free(plain);
    suffix += *suffix == '_';
    int major = lazynccl_number(&suffix);
    return known && *suffix++ == '_' ? major * 10000 + lazynccl_number(&suffix) * 100 : 0;
}

int undefined_symbol_added(const struct lazynccl_description *of, const char *name)
{
    for (int l = 0; l < lazynccl_libraries_count; l++) {
        const struct lazynccl_description *is = lazynccl_libraries[l]->description;
        int number = lazynccl_libraries[l]->root->description == of ? number_of(is, name) : -1,
            removed;
        int version = number < 0 ? 0 : undefined_function_added(is, number, &removed);

        if (version)
            return version > is->unsuffixed_since ? version : is->unsuffixed_since;
    }
    return version_of_suffix(of, name);
}
