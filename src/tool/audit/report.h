/* What an audit finds out about files, before anything is printed.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/command/target_option.h"
#include "common/files/elf_cache.h"
#include "common/files/walk.h"
#include "common/wheels/wheel.h"
#include "tool/rules/grouped.h"

struct audit_file {
    char *name;     /* as it is shown */
    char *lazynccl; /* which libraries it loads through lazynccl, and its release; NULL: none */
    struct bindings bindings;
    struct dlopen_entries notes;
    struct strings note_paths; /* what ld.so finds for each of these; "": nothing */
};

struct audit {
    const char *title;        /* the path as it was given */
    const char *folder;       /* a folder's, as files name it, without a last '/'; else NULL */
    struct wheel *wheel;      /* NULL: a file or folder */
    struct strings outside;   /* of a wheel: what must be there beside it, by soname */
    struct audit_file *files; /* those that need a library of NVIDIA's, or have a note */
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

/* Audits all ELF files of its wheel. Returns NULL, or why not all of it can be read. */
const char *audit_wheel(struct audit *);

/* For people: needs of our libraries; with -v of every library of NVIDIA's, and each symbol. */
void audit_print(const struct audit *, const struct table *);

/* Shows what ld.so loads with a file, a path without the root, and who needs what first. Returns
 * how many files cannot be loaded. */
int audit_dependencies(struct machine *, const char *path, const char *title, struct table *);
