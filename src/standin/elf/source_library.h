/* Reads a library to replace: what its stand-in must export, or why none can be made.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/files/elf.h"
#include "common/text/strings.h"
#include "standin/template/answers.h"

struct source_function {
    const char *name;
    const char *version; /* NULL: no version node */
    int old;             /* 1: not the default version */
    int weak;
    const struct lazynccl_fallbacks *in;    /* the library or suffix family with the function;
                                               NULL: no stub has it */
    int slot;                               /* the slot in `in`; -1: only in its `passed_on` */
    const struct lazynccl_error_text *text; /* NULL: it does not return an error text */
};

struct source_library {
    struct elf_file file;                     /* owns all strings */
    const struct lazynccl_fallbacks *library; /* the stub with its SONAME, or NULL */
    struct source_function *functions;        /* by slot of the stand-in */
    size_t count;                             /* the number of `functions` */
    size_t wrapped;                           /* the first `wrapped` functions return error texts */
    const char **nodes;                       /* its version nodes */
    size_t node_count;
    const struct elf_symbol **data; /* exported data and TLS: may be left out unless imported */
    size_t data_count;
};

/* Reads a library. Returns NULL, or the reason why no stand-in can be made, which is valid until
 * the next call. After a failure there is nothing to close. */
const char *source_library_open(struct source_library *, const char *path);

/* Does the same for an open file, and takes over the descriptor. */
const char *source_library_read(struct source_library *, int fd);
void source_library_close(struct source_library *);

/* Returns the index of a version node, or `node_count` if none has this name. */
size_t source_library_node(const struct source_library *, const char *version);

/* Returns a text that names the symbols that a stand-in omits, to be freed; NULL if none. */
char *source_library_left_out(const struct source_library *);

/* Returns the only library that opens libraries with this SONAME; NULL if others may open them. */
const char *source_library_companion(const char *soname);
