/* What one ELF file demands of a library, and what the library has of it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_LINKING_UNDEFINED_H
#define LAZYNCCL_TOOL_LINKING_UNDEFINED_H

#include "library/library.h"
#include "tool/files/elf.h"

struct undefined {
    const struct elf_symbol **list; /* sorted by name; they belong to the file that demands */
    char *had;                      /* of each: 1: the library has it */
    size_t count;
};

/* What bears the version of a library of that soname; of one without versions what our stub knows
 * (`is`, or NULL). Returns 0, or -1 if memory is short. To be freed in any case. */
int undefined_read(struct undefined *, const struct elf_file *asks, const char *soname,
                   const struct lazynccl_description *is);
void undefined_free(struct undefined *);

/* Marks what a library's file has. */
void undefined_mark(struct undefined *, const struct elf_file *library);

/* 1 if a demand must be met: it is not there, and not weak. */
int undefined_fails(const struct undefined *, size_t number);

/* 1 if the file demands anything that the library has, also without saying of whom. */
int undefined_any(const struct elf_file *asks, const struct elf_file *library);

/* The release that added a function of a description, by its number. `removed`: the first that
 * lacks it again, or 0. */
int undefined_function_added(const struct lazynccl_description *, int number, int *removed);

/* The first release whose files have a symbol, whichever suffix family of the library it is of; 0:
 * not known. */
int undefined_symbol_added(const struct lazynccl_description *, const char *name);

#endif
