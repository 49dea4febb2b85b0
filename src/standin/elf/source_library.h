/* A library to replace: what its stand-in must export, or why none can be made.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/files/elf.h"
#include "common/text/strings.h"
#include "standin/template/answers.h"

struct source_function {
    const char *name, *version; /* NULL: no version node */
    int old;                    /* 1: not the version that a bare name gets */
    int weak;
    const struct lazynccl_fallbacks *in;    /* the described library, or suffix family, that has it;
                                             NULL: no stub has it */
    int slot;                               /* there; -1: it is passed on */
    const struct lazynccl_error_text *text; /* NULL: it returns no text of an error */
};

struct source_library {
    struct elf_file file;                     /* all strings are its own */
    const struct lazynccl_fallbacks *library; /* of its SONAME; NULL: no stub describes it */
    struct source_function *functions;        /* by slot of the stand-in */
    size_t count, wrapped;                    /* the first of them return texts of errors */
    const char **nodes;                       /* its version nodes; NULL: none */
    size_t node_count;
    const struct elf_symbol *
        *data; /* data and TLS that it exports: harmless unless a file imports them */
    size_t data_count;
};

/* Reads a library. Returns NULL, or the reason that no stand-in can be made; do not close the
 * library then. The reason is valid until the next call. */
const char *source_library_open(struct source_library *, const char *path);

/* Reads an open file, and takes over the descriptor. */
const char *source_library_read(struct source_library *, int fd);
void source_library_close(struct source_library *);

/* The index of a version node; `node_count` if there is none of this name. */
size_t source_library_node(const struct source_library *, const char *version);

/* Lists in words the symbols that a stand-in omits, to be freed; NULL: none. */

char *source_library_left_out(const struct source_library *);

/* The only library that opens a library of that SONAME; NULL if others may open it. */
const char *source_library_companion(const char *soname);
