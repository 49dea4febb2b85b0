/* What an audit finds out about files, before anything is printed.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/files/walk.h"
#include "tool/rules/group.h"

struct audit_file {
    char *name; /* as it is shown */
    struct bindings bindings;
};

struct audit {
    struct audit_file *files; /* those that ask for something of NVIDIA's */
    size_t file_count;
    struct groups groups; /* what is wrong */
    int elf_count;        /* files looked at */
};

/* Adds what there is to say of one file. */
void audit_add(struct audit *, const char *name, const struct elf_file *,
               const struct binding_source *);
void audit_free(struct audit *);

/* Audits files of the file system. Their paths are absolute, with the root before them; `skip`
 * bytes of each are not shown. */
void audit_files(struct audit *, const char *root, const struct strings *paths, size_t skip,
                 walk_unreadable *, void *context);

/* Audits all ELF files of a wheel. Returns NULL, or why not all of it can be read. `outside` gets
 * what must be there beside it, by soname. */
struct wheel;
const char *audit_wheel(struct audit *, struct wheel *, struct strings *outside);
