/* Finds the parts of an ELF file that its program headers lead to.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/files/elf_handle.h"
#include <string.h>

#define LONGEST_NAME (1 << 16)
#define LARGEST_TABLE (4 << 20) /* of those that do not say their size */

/* How many bytes of the file are mapped from an address on, and where they are in the file. */
static uint64_t mapped(const struct elf_handle *h, uint64_t address, uint64_t *offset)
{
    for (const GElf_Phdr *part = h->parts; part < h->parts + h->part_count; part++)
        if (part->p_type == PT_LOAD && address >= part->p_vaddr &&
            address - part->p_vaddr < part->p_filesz) {
            *offset = part->p_offset + (address - part->p_vaddr);
            return part->p_filesz - (address - part->p_vaddr);
        }
    return 0;
}

Elf_Data *elf_handle_chunk(const struct elf_handle *h, uint64_t offset, uint64_t size,
                           Elf_Type type)
{
    Elf_Data *data = elf_getdata_rawchunk(h->elf, (int64_t)offset, size, type);

    return data && data->d_buf ? data : NULL;
}

uint64_t elf_handle_value(const struct elf_handle *h, int64_t tag)
{
    uint64_t value = 0;
    GElf_Dyn entry;

    for (int i = 0; i < h->dynamic_count; i++)
        if (gelf_getdyn(h->dynamic, i, &entry) && entry.d_tag == tag)
            value = entry.d_un.d_val;
    return value;
}

uint64_t elf_handle_room(const struct elf_handle *h, uint64_t address)
{
    static const int64_t tables[] = {DT_STRTAB, DT_VERSYM, DT_VERDEF, DT_VERNEED, DT_RELA};
    uint64_t next, offset = 0, size = mapped(h, address, &offset);

    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if ((next = elf_handle_value(h, tables[i])) > address && next - address < size)
            size = next - address;
    return size;
}

Elf_Data *elf_handle_table(const struct elf_handle *h, uint64_t address, uint64_t size,
                           Elf_Type type)
{
    uint64_t offset = 0, there = mapped(h, address, &offset);

    if (size == 0 && (size = elf_handle_room(h, address)) > LARGEST_TABLE)
        size = LARGEST_TABLE;
    return size == 0 || size > there ? NULL : elf_handle_chunk(h, offset, size, type);
}

const char *elf_handle_string(const struct elf_handle *h, uint64_t at)
{
    return at < h->strings_size && strnlen(h->strings + at, LONGEST_NAME) < LONGEST_NAME
               ? h->strings + at
               : NULL;
}
