/* Makes a folder below TMPDIR for the stand-ins of one process, if no cache can be written.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

/* Makes the folder of a process, with mode 0700 and a name that other processes cannot predict. The
 * folder remains after execve. Returns its path, to be freed. If it fails, returns NULL and sets
 * `why`, which is valid until the next call. */
char *private_folder_make(int pid, const char **why);

/* Returns NULL, or why another user could replace a library below this folder, a real path: because
 * the user owns the folder or one above it, or can write there. */
const char *private_folder_check(const char *folder);

/* Returns 1 if another user owns this folder or can write to it. */
int private_folder_is_writable(const char *folder);

/* Returns 1 if the process can write to everybody's files. In a user namespace with one user, as
 * `unshare -r` makes it, / belongs to nobody; the process is then an ordinary user. */
int private_folder_is_superuser(void);

/* Removes the folders of this user whose process has ended. */
void private_folder_clean(void);

/* Removes `name`, a file or a whole private folder, from the folder `above`. Follows no link. */
void private_folder_remove(int above, const char *name);

/* Returns when a process started, or 0 if there is no such process or its start is unknown. */
unsigned long long private_folder_start(int pid);

/* Returns 0 if the process that started at this time in this namespace of process IDs has ended. If
 * the process runs, or this cannot be determined here, returns 1. */
int private_folder_is_alive(int pid, unsigned long long start, unsigned long long space);
