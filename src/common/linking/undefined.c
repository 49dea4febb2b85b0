/* Matches a file's undefined symbols with what a library defines, and both with our stubs.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/linking/undefined.h"
#include "common/text/memory.h"

static int by_name(const void *a, const void *b)
{
    return strcmp((*(const struct elf_symbol *const *)a)->name,
                  (*(const struct elf_symbol *const *)b)->name);
}

int undefined_known(const struct lazynccl_description *description, const char *symbol)
{
    const char *name = symbol + strspn(symbol, "_"), *known = description->symbols;
    size_t length = strlen(name);

    /* as in src/runtime/loader/resolve.c: a suffixed name stands for the plain one */
    while (description->suffixed && length > 2 && strspn(name + length - 1, "0123456789_"))
        length--;
    for (int k = 0; k < description->count; known = lazynccl_symbol_next(description, k++, known))
        if (strncmp(known, name, length) == 0 && known[length] == '\0')
            return 1;
    return 0;
}

void undefined_collect(struct undefined *undefined, const struct elf_file *asks, const char *soname,
                       const struct lazynccl_description *description)
{
    const char *known = description ? description->symbols : NULL;
    char letters[256] = {0}; /* that the library's names begin with: most others need no look */

    for (int k = 0; known && k < description->count;
         known = lazynccl_symbol_next(description, k++, known))
        letters[(unsigned char)*known] = 1;
    undefined->list = memory_check(realloc(
        undefined->list, (undefined->count + asks->symbol_count + 1) * sizeof *undefined->list));
    for (size_t i = 0; i < asks->symbol_count; i++) {
        const struct elf_symbol *symbol = &asks->symbols[i];

        if (!symbol->defined &&
            (!soname        ? 1
             : symbol->from ? strcmp(symbol->from, soname) == 0
                            : letters[(unsigned char)symbol->name[strspn(symbol->name, "_")]] &&
                                  undefined_known(description, symbol->name)))
            undefined->list[undefined->count++] = symbol;
    }
}

void undefined_sort(struct undefined *undefined)
{
    free(undefined->defined);
    undefined->defined = memory_get(undefined->count, 1);
    qsort(undefined->list, undefined->count, sizeof *undefined->list, by_name);
}

void undefined_read(struct undefined *undefined, const struct elf_file *asks, const char *soname,
                    const struct lazynccl_description *description)
{
    undefined_collect(undefined, asks, soname, description);
    undefined_sort(undefined);
}

void undefined_free(struct undefined *undefined)
{
    free(undefined->list);
    free(undefined->defined);
}

/* The first that a symbol of a library would be bound to, of whichever version; NULL: none. */
static const struct elf_symbol **wanted(const struct undefined *undefined,
                                        const struct elf_symbol *have)
{
    const struct elf_symbol **hit =
        have->defined
            ? bsearch(&have, undefined->list, undefined->count, sizeof *undefined->list, by_name)
            : NULL;

    while (hit && hit > undefined->list && by_name(hit - 1, &have) == 0)
        hit--; /* of other files, or of other versions */
    return hit;
}

void undefined_mark(struct undefined *undefined, const struct elf_file *library)
{
    for (size_t i = 0; i < library->symbol_count && undefined->count; i++) {
        const struct elf_symbol *have = &library->symbols[i], **hit = wanted(undefined, have);

        for (; hit && hit < undefined->list + undefined->count && by_name(hit, &have) == 0; hit++)
            if (!have->version || !(*hit)->version || !strcmp(have->version, (*hit)->version))
                undefined->defined[hit - undefined->list] = 1;
    }
}

int undefined_fails(const struct undefined *undefined, size_t number)
{
    return !undefined->defined[number] && undefined->list[number]->binding != ELF_BINDING_WEAK;
}

const struct elf_symbol *undefined_first(const struct undefined *undefined)
{
    for (size_t i = 0; i < undefined->count; i++)
        if (undefined_fails(undefined, i))
            return undefined->list[i];
    return NULL;
}

void undefined_add(struct strings *missing, const struct elf_symbol **first,
                   const struct elf_symbol *symbol)
{
    strings_add(missing, symbol->name, strlen(symbol->name));
    if (*first && symbol > *first)
        return;
    char *name = missing->list[missing->count - 1];
    missing->list[missing->count - 1] = missing->list[0];
    missing->list[0] = name;
    *first = symbol;
}

int undefined_any(const struct elf_file *asks, const struct elf_file *library)
{
    OWNED(undefined) struct undefined all = {0};

    undefined_read(&all, asks, NULL, NULL);
    for (size_t i = 0; i < library->symbol_count; i++)
        if (wanted(&all, &library->symbols[i]))
            return 1;
    return 0;
}

/* __nvJitLinkCreate_14_2 is of a release after those that the stub knows, and says it itself. */
static int version_of_suffix(const struct lazynccl_description *desc, const char *name)
{
    const char *suffix = name + strlen(name);

    if (!desc->suffixed || !undefined_known(desc, name))
        return 0;
    while (suffix > name && strchr("0123456789_", suffix[-1]))
        suffix--;
    if (*suffix == '_')
        suffix++;
    int major = lazynccl_number(&suffix);
    return *suffix++ == '_' ? major * 10000 + lazynccl_number(&suffix) * 100 : 0;
}

int undefined_newest(const struct lazynccl_description *of, const struct strings *names)
{
    int newest = 0;

    for (size_t i = 0; of && i < names->count; i++) {
        int added = undefined_symbol_added(of, names->list[i]);

        newest = added > newest ? added : newest;
    }
    return newest;
}

int undefined_symbol_added(const struct lazynccl_description *of, const char *name)
{
    for (int l = 0; l < lazynccl_libraries_count; l++) {
        const struct lazynccl_description *desc = lazynccl_libraries[l]->description;
        int number =
            lazynccl_libraries[l]->base->description == of ? lazynccl_symbol_index(desc, name) : -1;
        int version = number < 0 ? 0 : lazynccl_added_in(desc, number);

        if (version)
            return version > desc->unsuffixed_since ? version : desc->unsuffixed_since;
    }
    return version_of_suffix(of, name);
}
