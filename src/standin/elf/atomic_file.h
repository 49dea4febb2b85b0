/* Writes a file that appears complete or not at all, even if the command is killed. In that case
 * PATH.partial-… may remain; it does not stop later commands.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

struct atomic_file {
    char *path;    /* the final name */
    char *partial; /* the name until the file is complete */
    int fd;
    int named; /* 1 if `partial` exists; 0: the open file has no name yet */
};

/* Begins an empty file. Returns 0, or -1 and errno. */
int atomic_file_begin(struct atomic_file *, const char *path, int mode);

/* Moves the file to its path, unless `why` gives a reason not to. Returns NULL, or the reason that
 * the file was not written. Frees the struct's members in either case. */
const char *atomic_file_end(struct atomic_file *, const char *why);
