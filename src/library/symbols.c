/* Looks symbols up in the tables of a description.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "library/description.h"
#include <stdio.h>
#include <string.h>

const char *lazynccl_symbol_name(const struct lazynccl_description *stub, int index)
{
    const char *name = stub->symbols;

    while (index-- > 0)
        name += strlen(name) + 1;
    return name;
}

int lazynccl_symbol_index(const struct lazynccl_description *stub, const char *symbol)
{
    const char *name = stub->symbols;

    for (int i = 0; i < stub->count; i++, name += strlen(name) + 1)
        if (strcmp(name, symbol) == 0)
            return i;
    return -1;
}

void lazynccl_plain_name(const char *symbol, char plain[LAZYNCCL_SYMBOL_BYTES])
{
    char *cut;

    snprintf(plain, LAZYNCCL_SYMBOL_BYTES, "%s", symbol + strspn(symbol, "_"));
    for (int i = 0; i < 2 && (cut = strrchr(plain, '_')); i++)
        *cut = '\0';
}

int lazynccl_added_in(const struct lazynccl_description *stub, int index)
{
    int version = 0;

    for (int i = 0; i < stub->added_count && stub->added[i].first <= index; i++)
        version = stub->added[i].version;
    return version;
}

int lazynccl_removed_in(const struct lazynccl_description *stub, int index)
{
    for (int i = 0; i < stub->removed_count; i++)
        if (stub->removed[i].index == index)
            return stub->removed[i].version;
    return 0;
}
