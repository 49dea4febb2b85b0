/* Makes the tables in which the dynamic linker looks up a stand-in's functions.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "standin/elf/source_library.h"
#include "standin/elf/template.h"

/* One export of the stand-in. The exports are in the order of the dynamic symbols. */
struct tables_function {
    const struct source_function *real; /* NULL: an export of the template itself */
    const Elf64_Sym *own;               /* its symbol in the template, or NULL */
    const char *text;                   /* its name */
    uint32_t hash, name;                /* `name`: the offset of its name in PART_STRINGS */
};

struct tables {
    struct tables_function *functions; /* to be freed */
    size_t count;
    uint32_t imports;     /* dynamic symbols before the exports */
    uint32_t *moved;      /* new index of each dynamic symbol of the template; to be freed */
    size_t soname, names; /* offsets in PART_STRINGS; `names`: of all names, in slot order */
    size_t versions;      /* of the functions, after `names`; 0: none has one */
};

/* Makes PART_SYMBOLS, PART_HASH, PART_VERSIONS, PART_NODES, PART_NEEDS and PART_STRINGS. Once the
 * template is laid out, tables_place() fills in the addresses. */
struct tables tables_make(struct template *, const struct source_library *);
void tables_place(struct template *, const struct tables *, const struct source_library *,
                  uint64_t text, size_t stride);
void tables_free(struct tables *);
