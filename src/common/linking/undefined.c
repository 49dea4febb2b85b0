/* Matches a file's undefined symbols with what a library defines, and both with our stubs.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/linking/undefined.h"
#include "common/machine/nvidia.h"
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

    /* as in src/runtime/loader/resolve.c: a name with a suffix stands for the name without it */
    while (description->suffixed && length > 2 && strspn(name + length - 1, "0123456789_"))
        length--;
    for (int k = 0; k < description->count; known = lazynccl_symbol_next(description, k++, known))
        if (strncmp(known, name, length) == 0 && known[length] == '\0')
            return 1;
    return 0;
}

int undefined_is_nvidia(const char *symbol)
{
    const struct lazynccl_description *desc = NULL;

    while ((desc = nvidia_next(desc)))
        if (undefined_known(desc, symbol))
            return 1;
    return 0;
}

void undefined_sort(struct undefined *undefined)
{
    if (undefined->count)
        qsort(undefined->list, undefined->count, sizeof *undefined->list, by_name);
}

void undefined_read(struct undefined *undefined, const struct elf_file *asks, const char *soname,
                    const struct lazynccl_description *description)
{
    const char *known = description ? description->symbols : NULL;
    char letters[256] = {0}; /* the first letters of the library's names, as a quick filter */

    for (int k = 0; known && k < description->count;
         known = lazynccl_symbol_next(description, k++, known))
        letters[(unsigned char)*known] = 1;
    for (size_t i = 0; i < asks->symbol_count; i++) {
        const struct elf_symbol *symbol = &asks->symbols[i];

        if (!symbol->defined &&
            (!soname        ? 1
             : symbol->from ? strcmp(symbol->from, soname) == 0
                            : letters[(unsigned char)symbol->name[strspn(symbol->name, "_")]] &&
                                  undefined_known(description, symbol->name)))
            *MEMORY_ADD(undefined->list, undefined->count) = symbol;
    }
    undefined_sort(undefined);
}

void undefined_free(struct undefined *undefined)
{
    free(undefined->list);
}

int undefined_fails(const struct elf_symbol *symbol, const struct elf_file *library)
{
    return symbol->binding != ELF_BINDING_WEAK && !elf_file_defines(library, symbol);
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
    for (size_t i = 0; i < asks->symbol_count; i++) {
        struct elf_symbol any = asks->symbols[i];

        any.version = NULL;
        if (!any.defined && elf_file_defines(library, &any))
            return 1;
    }
    return 0;
}

/* Returns the version in a suffix such as _14_2, of a release that is newer than the stub. */
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
