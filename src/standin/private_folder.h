/* A folder of one process below TMPDIR, for stand-ins if no cache can be written.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

/* Makes the folder of a process, with mode 0700 and a name that no other process can know before.
 * It stays when the process becomes another program. Returns its path, to be freed; NULL and in
 * `why` the reason, until the next call. */
char *private_folder_make(int pid, const char **why);

/* Returns why another user could replace a library below this folder, which is a real path: the
 * folder or one above it belongs to another user, or others can write there. NULL: nobody can. */
const char *private_folder_check(const char *folder);

/* Returns 1 if another user owns this folder or can write to it. */
int private_folder_is_writable(const char *folder);

/* Returns 1 if the process can write to everybody's files. In a user namespace with one user, as
 * `unshare -r` makes it, / belongs to nobody; the process is then an ordinary user. */
int private_folder_is_superuser(void);

/* Removes the folders of this user whose process has ended. */
void private_folder_clean(void);

/* Removes a file, or a private folder with everything in it. Follows no link. */
void private_folder_remove(int above, const char *name);

/* When a process started; 0: there is none, or that is not known. */
unsigned long long private_folder_start(int pid);

/* Returns 0 if the process that started at this time in this namespace of process IDs has ended; 1
 * if it lives, or that is not known here. */
int private_folder_is_alive(int pid, unsigned long long start, unsigned long long space);
