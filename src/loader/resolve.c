/* Resolves a library's symbols, versioned names by their nearest.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "loader/resolve.h"
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

const char *lazynccl_symbol_name(const struct lazynccl_description *is, int index)
{
    const char *name = is->symbols;

    while (index-- > 0)
        name += strlen(name) + 1;
    return name;
}

int lazynccl_symbol_index(const struct lazynccl_description *is, const char *symbol)
{
    const char *name = is->symbols;

    for (int i = 0; i < is->count; i++, name += strlen(name) + 1)
        if (strcmp(name, symbol) == 0)
            return i;
    return -1;
}

int lazynccl_added_in(const struct lazynccl_description *is, int index)
{
    int version = 0;

    for (int i = 0; i < is->added_count && is->added[i].first <= index; i++)
        version = is->added[i].version;
    return version;
}

int lazynccl_removed_in(const struct lazynccl_description *is, int index)
{
    for (int i = 0; i < is->removed_count; i++)
        if (is->removed[i].index == index)
            return is->removed[i].version;
    return 0;
}

/* Whether an address that dlsym found lies in a form of lazynccl: in the library itself it does
 * not, but a library that this one needs may be one. */
static int leads_to_us(const void *address, const struct lazynccl_objects *own)
{
    struct lazynccl_objects other;
    int ours = 1;

    if (lazynccl_objects_at(own, address))
        return 0;
    if (lazynccl_objects_only(&other, address) == 0) {
        ours = other.count && other.list->ours;
        lazynccl_objects_free(&other);
    }
    return ours;
}

lazynccl_symbol lazynccl_symbol_in(void *handle, const char *symbol,
                                   const struct lazynccl_objects *own)
{
    void *address = dlsym(handle, symbol);
    lazynccl_symbol function = NULL;

    if (address && !leads_to_us(address, own))
        memcpy(&function, &address, sizeof function); /* ISO C has no cast for this */
    return function;
}

int lazynccl_newest_suffix(const lazynccl_library *library, void *handle, int major)
{
    const struct lazynccl_description *is = library->root->is;
    char symbol[LAZYNCCL_SYMBOL_BYTES];

    /* slot 0: the oldest function, which is in every family */
    for (int minor = is->highest_minor; is->suffixed && minor >= 0; minor--) {
        snprintf(symbol, sizeof symbol, is->suffixed, is->symbols, major, minor);
        if (dlsym(handle, symbol))
            return minor;
    }
    return -1;
}

void lazynccl_plain_name(const char *symbol, char plain[LAZYNCCL_SYMBOL_BYTES])
{
    char *cut;

    snprintf(plain, LAZYNCCL_SYMBOL_BYTES, "%s", symbol + strspn(symbol, "_"));
    for (int i = 0; i < 2 && (cut = strrchr(plain, '_')); i++)
        *cut = '\0';
}

int lazynccl_resolve_all(const lazynccl_library *library, void *handle, int major,
                         const struct lazynccl_objects *own, lazynccl_symbol *found)
{
    const struct lazynccl_description *is = library->is;
    const char *name = is->symbols;
    int newest = -2, count = 0, minors = is->highest_minor + 1;
    char other[LAZYNCCL_SYMBOL_BYTES];

    for (int i = 0; i < is->count; i++, name += strlen(name) + 1) {
        found[i] = lazynccl_symbol_in(handle, name, own);
        if (!found[i] && is->family) {
            /* the slot before is the same function one minor older, resolved by this same rule */
            if (i % minors > 0)
                found[i] = found[i - 1];
            if (!found[i]) {
                lazynccl_plain_name(name, other);
                found[i] = lazynccl_symbol_in(handle, other, own);
            }
        } else if (!found[i] && is->suffixed) {
            if (newest == -2)
                newest = lazynccl_newest_suffix(library, handle, major);
            snprintf(other, sizeof other, is->suffixed, name, major, newest);
            if (newest >= 0)
                found[i] = lazynccl_symbol_in(handle, other, own);
        }
        count += found[i] != NULL;
    }
    if (count && is->answer && !found[is->answered])
        found[is->answered] = is->answer;
    return count;
}
