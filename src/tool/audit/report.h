/* The results of an audit, before they are printed.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/command/target_option.h"
#include "common/files/elf_cache.h"
#include "common/files/walk.h"
#include "common/linking/verdict.h"
#include "common/wheels/wheel.h"
#include "tool/rules/grouped.h"

struct audit_file {
    char *name;     /* the path as it is shown */
    char *lazynccl; /* elf_file_lazynccl(); NULL: the file does not contain lazynccl */
    struct bindings bindings;
    struct dlopen_entries notes;
    struct strings note_paths; /* for each entry of `notes`, the file that ld.so finds; "": none */
    struct strings opens;      /* with --opens: names in the strings of the file, but in no note */
    struct strings open_paths; /* for each name in `opens`, as in `note_paths` */
    int cannot_open;           /* 1: it imports no function such as dlopen() */
};

struct audit {
    const char *title;      /* the path as given */
    const char *folder;     /* the folder to prepend to file names, with no trailing '/'; or NULL */
    struct wheel *wheel;    /* NULL for a file or folder */
    int is_incomplete;      /* 1: a file of the wheel cannot be read */
    struct strings outside; /* the SONAMEs that a wheel needs from outside */
    struct strings standins;  /* paths of stand-ins, without the root */
    struct audit_file *files; /* files that need an NVIDIA library or have a note */
    size_t file_count;
    struct groups groups;     /* the findings, each with its files */
    int elf_count;            /* number of files examined */
    const char *file;         /* the audited file, without the root; NULL: a folder or a wheel */
    struct verdicts verdicts; /* none for a wheel */
    struct strings failing;   /* files whose failure doctor FILE would explain */
    int opens;                /* 1: --opens */
};

/* Adds the results for one file. `names`: with --opens, the names of libraries in its strings. */
void audit_add(struct audit *, const char *name, const struct elf_file *,
               const struct binding_source *, const struct strings *names);
void audit_free(struct audit *);

/* With --opens: returns 1 if the program completes the name at run time, such as "libx.so.%d". */
int audit_is_incomplete(const char *name);

/* Audits files of a machine, and calls the function for each that cannot be read. The paths are
 * absolute, below the root; the first `skip` bytes of each are not shown. */
void audit_files(struct audit *, struct facts *, const struct strings *paths, size_t skip,
                 walk_unreadable *, void *context);

/* Audits all ELF files of the wheel. Returns NULL, or why the wheel cannot be read completely. */
const char *audit_wheel(struct audit *);

/* Prints which files need known libraries; with -v, all NVIDIA libraries and each symbol. */
void audit_print(const struct audit *, const struct table *);

/* With --opens: writes the names of libraries that files may open, in the form of a .note.dlopen.
 * Returns NULL, or why the file cannot be written. */
const char *audit_write_opens(const struct audit *, const char *path);
