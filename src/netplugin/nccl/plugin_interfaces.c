/* Determines what a plugin file exports and which NCCL releases use it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "netplugin/nccl/plugin_interfaces.h"
#include "runtime/library/description.h"
#include <stdio.h>
#include <string.h>

unsigned plugin_interface_exports(const struct lazynccl_net_interface *kind,
                                  const struct elf_file *file)
{
    size_t length = strlen(kind->symbol);
    unsigned bits = 0;

    for (size_t i = 0; i < file->symbol_count; i++) {
        const char *number = file->symbols[i].name + length;

        /* libnccl-net-lazy.so decides at each look-up whether it has a table of this type */
        if (!file->symbols[i].defined || file->symbols[i].type == ELF_TYPE_IFUNC ||
            strlen(file->symbols[i].name) <= length || *number == '0' ||
            strncmp(file->symbols[i].name, kind->symbol, length) != 0)
            continue;
        int n = lazynccl_number(&number);
        if (n > 0 && n < 32 && !*number)
            bits |= 1u << n;
    }
    return bits;
}

static const struct elf_symbol *find_table(const struct lazynccl_net_interface *kind,
                                           const struct elf_file *file, int version)
{
    char name[60];

    snprintf(name, sizeof name, "%s%d", kind->symbol, version);
    for (size_t i = 0; i < file->symbol_count; i++)
        if (file->symbols[i].defined && strcmp(file->symbols[i].name, name) == 0)
            return &file->symbols[i];
    return NULL;
}

enum plugin_table plugin_interface_table(const struct lazynccl_net_interface *kind,
                                         const struct elf_file *file, int version,
                                         char text[PLUGIN_TABLE_TEXT])
{
    const struct elf_symbol *table = find_table(kind, file, version);
    size_t wanted = 0;
    int like = 0; /* the newest version with a table of this size */

    for (const struct lazynccl_net_version *row = kind->versions; row->number; row++)
        if (row->number == version)
            wanted = (size_t)row->size;
    if (!table || file->class != 64)
        return PLUGIN_TABLE_FITS;
    if (table->type != ELF_TYPE_OBJECT && table->type != ELF_TYPE_COMMON) {
        snprintf(text, PLUGIN_TABLE_TEXT, "%s is of type %s, not an object", table->name,
                 elf_type_word(table->type));
        return PLUGIN_TABLE_UNKNOWN;
    }
    if (table->size == 0) {
        snprintf(text, PLUGIN_TABLE_TEXT, "%s has no size", table->name);
        return PLUGIN_TABLE_UNKNOWN;
    }
    if (table->size >= wanted)
        return PLUGIN_TABLE_FITS;
    snprintf(text, PLUGIN_TABLE_TEXT, "%s has %zu bytes, and a table of v%d has %zu", table->name,
             table->size, version, wanted);
    for (const struct lazynccl_net_version *row = kind->versions; row->number; row++)
        if ((size_t)row->size == table->size)
            like = row->number;
    if (like)
        snprintf(text + strlen(text), PLUGIN_TABLE_TEXT - strlen(text), ": it is one of v%d", like);
    return PLUGIN_TABLE_SHORT;
}

unsigned plugin_interface_taken(const struct lazynccl_net_interface *kind, int nccl)
{
    unsigned bits = 0;

    for (const struct lazynccl_net_version *row = kind->versions; row->number; row++)
        if (nccl >= row->first && (!row->last || nccl <= row->last))
            bits |= 1u << row->number;
    return bits;
}

unsigned plugin_interface_callable(const struct lazynccl_net_interface *kind,
                                   const struct elf_file *file, int only)
{
    unsigned bits = 0;

    for (const struct lazynccl_net_version *row = kind->versions; row->number; row++)
        if (kind->oldest && row->number >= kind->oldest && (!only || row->number == only))
            bits |= 1u << row->number;
    return bits & plugin_interface_exports(kind, file);
}

int plugin_interface_served(const struct lazynccl_net_interface *kind, unsigned versions,
                            struct plugin_span spans[PLUGIN_SPANS])
{
    int count = 0;

    /* rows are in the order of the first release */
    for (const struct lazynccl_net_version *row = kind->versions; row->number; row++) {
        struct plugin_span *last = count ? &spans[count - 1] : NULL;

        if (!(versions >> row->number & 1))
            continue;
        if (last && (!last->last || row->first <= last->last)) {
            if (last->last && (!row->last || row->last > last->last))
                last->last = row->last;
        } else if (count < PLUGIN_SPANS) {
            spans[count++] = (struct plugin_span){row->first, row->last};
        }
    }
    return count;
}

const char *plugin_interface_versions_text(unsigned versions, char text[PLUGIN_VERSIONS_TEXT])
{
    *text = '\0';
    for (int n = 0; n < 32; n++)
        if (versions >> n & 1)
            snprintf(text + strlen(text), PLUGIN_VERSIONS_TEXT - strlen(text), "%sv%d",
                     *text ? ", " : "", n);
    return *text ? text : "none";
}
