/* Makes the tables in which the dynamic linker looks up a stand-in's functions.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "standin/elf/source_library.h"
#include "standin/elf/template.h"

/* One export of the stand-in. The exports are in the order of the dynamic symbols. */
struct tables_function {
    const struct source_function *real; /* NULL: an export of the template itself */
    const Elf64_Sym *own;               /* the export's symbol in the template, or NULL */
    const char *text;                   /* the export's name */
    uint32_t hash;                      /* the GNU hash of its name */
    uint32_t name;                      /* the offset of its name in PART_STRINGS */
};

struct tables {
    struct tables_function *functions; /* to be freed */
    size_t count;
    uint32_t imports; /* the number of dynamic symbols before the exports */
    uint32_t *moved;  /* new index of each import of the template, else 0; to be freed */
    size_t soname;    /* the offset of the SONAME in PART_STRINGS */
    size_t names;     /* the offset of all names, in slot order, in PART_STRINGS */
    size_t versions;  /* the distance from `names` of the versions to ask for; 0: none */
};

/* Makes PART_SYMBOLS, PART_HASH, PART_VERSIONS, PART_NODES, PART_NEEDS and PART_STRINGS. Once the
 * template is laid out, tables_place() fills in the addresses. */
struct tables tables_make(struct template *, const struct source_library *);
void tables_place(struct template *, const struct tables *, const struct source_library *,
                  uint64_t text, size_t stride);
void tables_free(struct tables *);
