/* Facts about an ELF file, read without loading or running it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Read through libelf. Like the dynamic linker, uses the program headers and the tables that they
 * lead to: a file may lack section headers, or have wrong ones. Include this with quotes,
 * and keep its folder off the include path: <elf.h> is the system's. */
#pragma once

#include "common/text/strings.h"
#include <stdint.h>

/* The kinds of symbols that are read, with the system's numbers. ELF_TYPE_VARIANT, which has no
 * such number, is a function with a special calling convention: its calls must keep more registers
 * than C's, such as SVE registers, so that lazy binding cannot be used. */
enum elf_type {
    ELF_TYPE_NONE,
    ELF_TYPE_OBJECT,
    ELF_TYPE_FUNC,
    ELF_TYPE_COMMON = 5,
    ELF_TYPE_TLS,
    ELF_TYPE_IFUNC = 10,
    ELF_TYPE_VARIANT = 16,
};
enum elf_binding { ELF_BINDING_GLOBAL = 1, ELF_BINDING_WEAK, ELF_BINDING_UNIQUE = 10 };

struct elf_symbol {
    const char *name;
    const char *version; /* NULL: none */
    const char *from;    /* the file that its version is from, if imported or copied; or NULL */
    enum elf_binding binding;
    enum elf_type type;
    uint32_t hash;       /* of an undefined symbol's name, as in DT_GNU_HASH */
    size_t size;         /* bytes; 0: unknown */
    int defined;         /* 1: exported; 0: undefined */
    int in_code;         /* 1: its address is in executable memory */
    int default_version; /* 1: a program that names no version gets this one */
};

/* A version that the file defines (`file` is NULL) or needs from the library `file`. */
struct elf_version {
    const char *file;
    const char *name;
};

/* Lists are NULL where their count is 0. Strings point into the file and live until
 * elf_file_close(); they hold whatever bytes the file holds: print them with safe_print(). */
struct elf_file {
    int class;           /* 32 or 64 */
    int is_program;      /* 1: it names a dynamic linker */
    int runs_stack;      /* 1: it requires an executable stack */
    int machine;         /* EM_X86_64, ... */
    const char *refused; /* why ld.so does not load it as a library, in ld.so's words; or NULL */

    const char *soname, *rpath, *runpath; /* NULL: none */
    struct strings needed;                /* DT_NEEDED; only the list is allocated */
    struct elf_version *versions;         /* defined and needed ones, without the base version */
    size_t version_count;
    struct elf_symbol *symbols; /* in the file's order, without local and hidden ones */
    size_t symbol_count;

    const char **dlopen; /* the text of each .note.dlopen: it should be JSON */
    size_t dlopen_count;
    char build_id[65]; /* in hexadecimal digits; "": none */
    size_t constants;  /* the offset of a part with constants but no code; 0: none */
    size_t static_tls; /* bytes of thread-local variables that need the static TLS block, which
                          ld.so allocates at startup; 0: none */
    /* For a lazynccl build: the libraries that it opens on demand. The marker notes name each by
     * its stub or, without a stub, by its SONAME. */
    struct strings lazynccl;
    int exports_lazynccl;  /* 1: exports their functions, like a stand-in or the shared library */
    int by_soname;         /* 1: searches for one of these libraries as ld.so does, by SONAME */
    const char *locations; /* what a small copy searches, as in vendor --search; NULL: all */
    int lazynccl_release;  /* of lazynccl, as LAZYNCCL_VERSION; 0: not known */

    struct elf_handle *handle;
};

/* Reads a file's facts. Regular files only. Returns NULL, or the reason for a failure; do not close
 * the file then. The reason does not name the path and is valid until the next call. */
const char *elf_file_open(struct elf_file *file, const char *path);
/* Read a file in two steps, for callers that read hundreds. elf_file_head() reads all but versions
 * and symbols; elf_file_symbols() reads these, with `only_undefined` only the undefined symbols. */
const char *elf_file_head(struct elf_file *file, const char *path);
const char *elf_file_symbols(struct elf_file *file, int only_undefined);
/* Like elf_file_head(), for an open file, which it takes over. With `fd` -1, reports errno. */
const char *elf_file_read(struct elf_file *file, int fd);
/* Ends the reading after elf_file_head(): closes the file, and keeps the facts. */
void elf_file_end(struct elf_file *file);
void elf_file_close(struct elf_file *file);

/* Returns the sorted names of libraries in the file's strings, except DT_NEEDED: names that the
 * file may pass to dlopen(). Includes names at the end of a path, unless `bare`. If a name contains
 * '%' or ends with '.', the program completes it. Call this after elf_file_head() and before
 * elf_file_symbols(), which closes the file. To be freed. */
struct strings elf_file_opens(const struct elf_file *, int bare);
int elf_file_imports_dlopen(const struct elf_file *);

/* "func", "weak", ..., for people and for JSON; NULL: a kind that is not read. */
const char *elf_type_word(enum elf_type);
const char *elf_binding_word(enum elf_binding);
const char *elf_machine_word(int machine); /* as uname -m prints it, or "unknown" */

/* Returns 1 if the name of a needed library has one of these beginnings, which '|' divides. */
int elf_file_needs(const struct elf_file *, const char *beginnings);

/* Returns 1 if the file exports a symbol of that name; without `defined`, if it imports one. */
int elf_file_has(const struct elf_file *, const char *symbol, int defined);

/* Returns 1 if ld.so finds a symbol in the file, by its name, hash and version: any version if that
 * is NULL, or if the file has none. After elf_file_symbols(). */
int elf_file_defines(const struct elf_file *, const struct elf_symbol *asked);

/* Returns 1 if both were read from one file, whatever its names. */
int elf_file_is_same(const struct elf_file *, const struct elf_file *);

/* Returns 1 if the file at a path is a lazynccl build that exports a library's functions, like a
 * stand-in; 0 if it is another ELF file; -1 if it cannot be read. */
int elf_file_stands_in(const char *path);

/* Returns the contents of the marker notes in words, to be freed; NULL if not a lazynccl build. */
char *elf_file_lazynccl(const struct elf_file *);

/* The library name in the marker notes of libnccl-net-lazy.so, which may be renamed. */
#define ELF_FILE_NET "net"
