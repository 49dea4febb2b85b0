/* Paths and what lies there.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_SEARCH_PATH_H
#define LAZYNCCL_SEARCH_PATH_H

#include <stddef.h>

/* The three strings in one, to be freed; NULL if memory is short. */
char *lazynccl_join(const char *, const char *, const char *);

/* The folder of a file, or NULL; NULL for a file in / as well. To be freed. */
char *lazynccl_folder_of(const char *file);

/* The length of a path up to and with its last site-packages or dist-packages; 0: it has none. */
size_t lazynccl_site_length(const char *path);

/* 1 if there is a file, a folder or a dangling link of that name, or if that cannot be told for
 * lack of permission, so that opening it gives the reason; 0 if there is none. */
int lazynccl_exists(const char *path);

/* 1 if there is a folder of that name, readable or not. */
int lazynccl_is_folder(const char *path);

/* 1 if only root and its owner can write to the folder: then what lies below can be trusted. */
int lazynccl_folder_private(const char *folder);

/* 1 if both paths lead to the same file. */
int lazynccl_same_file(const char *, const char *);

#endif
