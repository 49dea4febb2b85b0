/* Paths and file information.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/search/text.h"
#include <stddef.h>
#include <sys/stat.h>

/* Returns argv[0] or, if that is not absolute, the path that was passed to execve() (AT_EXECFN),
 * with the folder in PATH where a shell found the command; NULL if neither is absolute. */
const char *lazynccl_called_as(void);

/* Returns the length of the folder in a path; 0 if the path has none or the folder is /. */
size_t lazynccl_folder_length(const char *file);

/* Returns the length of a path through its last site-packages or dist-packages; 0 without one. */
size_t lazynccl_site_length(const char *path);

/* Returns 1 if the file is in a folder named `stubs`: it is for linking only, and has no code. */
int lazynccl_is_for_linking(const char *path);

/* Returns 1 if a file, a folder or a dangling link of that name exists, or if the caller has no
 * permission to see it, so that opening it gives the reason; else 0. */
int lazynccl_exists(const char *path);

/* Returns 1 if the folder exists, readable or not; otherwise 0 with errno. */
int lazynccl_is_folder(const char *path);

/* Returns 1 if only the folder's owner and the superuser can write to it. */
int lazynccl_folder_private(const char *folder);

/* Calls fstatat(); the caller has zeroed the result. Returns 0, or -1 with errno. */
int lazynccl_path_facts(const char *path, int flags, struct stat *);

/* Returns 1 for errors that may be gone at the next try: a resource has run out, or a disk or a
 * network does not answer. */
int lazynccl_is_transient(int error);

/* Returns 1 if an error must end the search, because the file at a path may well be the one that is
 * wanted. If a setting names the path (`named`: 1), this is every error except "not found", "no
 * permission" and "not a file"; otherwise only a transient error. */
int lazynccl_is_inconclusive(int error, int named);

/* Returns 1 if both paths name the same file. */
int lazynccl_same_file(const char *, const char *);

/* Returns the names in a folder that begin with `start`, ended by NULL, in the arena; or NULL and
 * errno if it cannot be read. */
char **lazynccl_folder_names(struct lazynccl_arena *, const char *folder, const char *start);
