/* An open ELF file, for the readers of its parts.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <gelf.h>
#include <stdint.h>

struct elf_handle {
    int fd;
    Elf *elf;
    GElf_Phdr *parts;
    size_t part_count;
    Elf_Data *dynamic; /* NULL: none */
    int dynamic_count; /* up to DT_NULL */
    const char *strings;
    uint64_t strings_size;
    struct elf_version *numbered; /* by version number; no name: there is none of that number */
    size_t numbered_count;
};

/* The value of a tag in the dynamic section, or 0. If the tag is repeated, the last value counts,
 * as for the dynamic linker. */
uint64_t elf_handle_value(const struct elf_handle *, int64_t tag);

/* The part that maps the byte at an address from the file; NULL: none does. */
const GElf_Phdr *elf_handle_part(const struct elf_handle *, uint64_t address);

/* How many bytes are mapped from an address on, up to the next table, as every linker lays them. */
uint64_t elf_handle_room(const struct elf_handle *, uint64_t address);

/* `size` bytes from an address on, valid until elf_end(); 0: all up to the next table. NULL if the
 * file is shorter. */
Elf_Data *elf_handle_table(const struct elf_handle *, uint64_t address, uint64_t size, Elf_Type);

/* NULL if the offset is outside the table. */
const char *elf_handle_string(const struct elf_handle *, uint64_t at);
