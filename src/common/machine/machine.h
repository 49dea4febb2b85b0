/* The machine that a target runs on, as its files show it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/machine/target.h"
#include "common/text/strings.h"

/* Rules read the machine only through this, so that all of them work on a folder that is taken as
 * /. Paths are those that the target would use; results are to be freed. Missing files give NULL or
 * 0. So do unreadable files, which are also recorded in `unreadable`. */
struct machine {
    const struct target *target;
    struct strings unreadable;           /* "PATH: why" */
    struct distributions *distributions; /* those that were read */
    struct lost_file *lost;              /* by packages_lost() */
    size_t lost_count;
    int has_lost;    /* 1: `lost` was read */
    int newest_cuda; /* the newest major that the driver serves; 0: any */
};

/* Records that a path is unreadable, unless it does not exist. */
void machine_unreadable(struct machine *, const char *path, int error);

char *machine_text(struct machine *, const char *path); /* a file's, up to its first NUL */
int machine_has(struct machine *, const char *path);
/* The facts about an ELF file, by elf_cache_get(); NULL: it cannot be read. */
const struct elf_file *machine_elf(const struct machine *, const char *path);
/* Adds a folder's names in order, without hidden ones. */
void machine_names(struct machine *, const char *path, struct strings *);
/* The number of its names; 0 if the folder does not exist. */
size_t machine_count(struct machine *, const char *path);

/* The path of this command's own file, without links; to be freed. */
char *machine_command(void);

/* A path as the target would name it: without the root. */
const char *machine_shown(const struct machine *, const char *path);

/* A variable's value, possibly ""; NULL: unset. */
const char *machine_variable(const struct machine *, const char *name);

/* Returns LD_LIBRARY_PATH without folders of stubs, after `folder` unless NULL; to be freed. */
char *machine_library_path(const struct machine *, const char *folder);

/* 1 if a folder's own name is `stubs`: its files are for linking only. */
int machine_is_stubs(const char *folder);

/* The elements of a variable such as PATH, to be freed; none if it is unset or empty. Those of
 * LD_LIBRARY_PATH are without $ORIGIN, if the program is known. */
struct strings machine_list(const struct machine *, const char *name);
