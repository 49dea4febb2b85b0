/* Paths, and what is found there.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/search/view.h"
#include <stddef.h>

/* The length of a file's folder; 0: it has none, or lies in /. */
size_t lazynccl_folder_length(const char *file);

/* The length of a path up to and with its last site-packages or dist-packages; 0: it has none. */
size_t lazynccl_site_length(const char *path);

/* 1 if there is a file, a folder or a dangling link of that name, or if that cannot be told for
 * lack of permission, so that opening it gives the reason; 0 if there is none. */
int lazynccl_exists(const char *path);

/* 1 if there is a folder of that name, readable or not; 0 and errno if there is none. */
int lazynccl_is_folder(const char *path);

/* 1 if only root and its owner can write to the folder: then what lies below can be trusted. */
int lazynccl_folder_private(const char *folder);

/* fstatat() of a path, into what the caller has set to 0. Returns 0, or -1 and errno. */
struct stat;
int lazynccl_path_facts(const char *path, int flags, struct stat *);

/* 1 if an error tells nothing of what was asked for: something is short, or a disk or a network
 * does not answer, and the next time may be different. */
int lazynccl_is_transient(int error);

/* 1 if an error leaves open what lies at a path, so that no other file may be taken instead. If a
 * setting names the path (`named`: 1), that is every error but "not found", "no permission" and
 * "not a file". If none does, only a transient error ends the search. */
int lazynccl_is_inconclusive(int error, int named);

/* 1 if both paths lead to the same file. */
int lazynccl_same_file(const char *, const char *);

/* Where a path of the consumer's is to be opened. */
const char *lazynccl_at(const struct lazynccl_view *, struct lazynccl_arena *, const char *path);
