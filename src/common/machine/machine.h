/* The machine that a target runs on, as its files show it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/machine/target.h"
#include "common/text/strings.h"

/* Rules read the machine only through these functions, so that all rules work on a folder that is
 * taken as /. Paths are those that the target would use; results are to be freed. A missing file
 * gives NULL or 0. So does an unreadable file, which is also recorded in `unreadable`. */
struct machine {
    const struct target *target;
    struct strings unreadable;           /* "PATH: why" */
    struct distributions *distributions; /* the site-packages that were read */
    struct lost_file *lost;              /* from packages_lost() */
    size_t lost_count;
    int has_lost;    /* 1: `lost` was read */
    int newest_cuda; /* the newest major of CUDA that the driver serves; 0: any */
};

/* Records that a path is unreadable, unless it does not exist. */
void machine_unreadable(struct machine *, const char *path, int error);

/* Returns a file's text, up to its first NUL. */
char *machine_text(struct machine *, const char *path);
int machine_has(struct machine *, const char *path); /* 1: the path exists, or may exist */
/* Returns the facts about an ELF file, by elf_cache_get(); NULL: it cannot be read. */
const struct elf_file *machine_elf(const struct machine *, const char *path);
/* Adds a folder's names in order, without hidden ones. */
void machine_names(struct machine *, const char *path, struct strings *);
/* Returns the number of names in a folder; 0 if it does not exist. */
size_t machine_count(struct machine *, const char *path);

/* Returns the path of the file of this command, without links; to be freed. */
char *machine_command(void);

/* Returns a path as the target would name it: without the root. */
const char *machine_shown(const struct machine *, const char *path);

/* Returns the value of a variable of the target, possibly ""; NULL: unset. */
const char *machine_variable(const struct machine *, const char *name);

/* Returns the command that sets a variable such as LD_LIBRARY_PATH to these folders, which are
 * words of strings_add_word(); to be freed. */
char *machine_export(const char *name, const struct strings *folders);

/* The same for `folders`, "A:B" or NULL, followed by the folders that the variable has now. Drops
 * folders of stub libraries, and empty elements, which mean the current folder. */
char *machine_export_first(const struct machine *, const char *name, const char *folders);

/* Returns the command that lets every user read a file, to be freed. */
char *machine_permit(const char *path);

/* Returns 1 if the last part of a folder's path is `stubs`: its files are for linking only. */
int machine_is_stubs(const char *folder);

/* Returns the elements of a variable such as PATH, to be freed; none if it is unset or empty. In
 * LD_LIBRARY_PATH, $LIB is replaced, and $ORIGIN if the program is known. */
struct strings machine_list(const struct machine *, const char *name);
