/* Finds the files that import a library's data, which a stand-in cannot provide.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/text/strings.h"
#include "common/wheels/wheel.h"
#include "standin/elf/source_library.h"

/* The files of an environment that need libraries. */
struct importers {
    struct importer {
        char *path;
        struct strings needed;   /* SONAMEs */
        struct strings *imports; /* symbols that may be data, of a file in a wheel; NULL: read the
                                    file at `path` */
    } * list;
    size_t count;
};

/* Adds a file of a wheel to a struct importers; closes `fd`. Returns 0. */
wheel_visit importers_add;

/* Finds every ELF file below a folder, and the programs of its prefix: PREFIX/bin and PREFIX/sbin
 * for PREFIX/lib and the folders below it. */
struct importers importers_find(const char *folder);
void importers_free(struct importers *);

/* Returns why a library must stay: which file imports which of its data. Returns NULL if none does.
 * The text is valid until the next call. */
const char *importers_reason(const struct importers *, const struct source_library *);

/* Does the same for the files that importers_find() finds. */
const char *importers_reason_below(const char *folder, const struct source_library *);
