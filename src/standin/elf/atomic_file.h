/* A file that appears complete or not at all, even if the command is killed. Then PATH.partial-…
 * may remain, which stops no later command.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

struct atomic_file {
    char *path, *partial; /* `partial`: its name until then, */
    int fd, named;        /* unless it has none (`named`: 0) */
};

/* An empty file to be written. Returns 0, or -1 and errno. */
int atomic_file_begin(struct atomic_file *, const char *path, int mode);

/* Moves the file to its path, unless `why` gives a reason not to. Returns NULL, or the reason that
 * the file was not written. Frees all in either case. */
const char *atomic_file_end(struct atomic_file *, const char *why);
