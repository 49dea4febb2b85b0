/* The undefined symbols of an ELF file that one library should define.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/files/elf.h"
#include "common/text/strings.h"
#include "runtime/library/library.h"

struct undefined {
    const struct elf_symbol **list; /* sorted by name; the symbols belong to the requesting file */
    size_t count;
};

/* Adds the symbols with a version of this soname's library, and those without a version that the
 * stub (`description`, or NULL) knows. Soname NULL: adds all. To be freed. Start with {0}. */
void undefined_read(struct undefined *, const struct elf_file *asks, const char *soname,
                    const struct lazynccl_description *description);
void undefined_sort(struct undefined *);
void undefined_free(struct undefined *);

/* Returns 1 if ld.so would fail because of a symbol that only this library could define. */
int undefined_fails(const struct elf_symbol *, const struct elf_file *library);

/* Adds a symbol that ld.so does not find. Keeps at the front the symbol that ld.so would name,
 * which is the first in the file's symbol table: `*first`, NULL before the first call. */
void undefined_add(struct strings *missing, const struct elf_symbol **first,
                   const struct elf_symbol *);

/* Returns 1 if the file uses anything that the library defines, of whichever version. */
int undefined_any(const struct elf_file *asks, const struct elf_file *library);

/* Returns 1 if the library's stub knows a symbol, in any suffix family. */
int undefined_known(const struct lazynccl_description *, const char *symbol);

/* Returns 1 if the stub of any NVIDIA library knows a symbol. */
int undefined_is_nvidia(const char *symbol);

/* Returns the first release whose files have a symbol, in any suffix family; 0: unknown. */
int undefined_symbol_added(const struct lazynccl_description *, const char *name);

/* Returns the newest of these releases for several symbols; 0: unknown, or no description. */
int undefined_newest(const struct lazynccl_description *, const struct strings *names);
