/* A file that is there whole in the end, or not at all, whatever happens in between.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

struct atomic_file {
    char *path, *partial; /* `partial`: its name until then; NULL: it has none */
    int fd;
};

/* An empty file to be written. Returns 0, or -1 and errno. */
int atomic_file_begin(struct atomic_file *, const char *path, int mode);

/* Puts it in its place, unless `why` says why not to. Returns NULL, or why it is not there. Frees
 * all in either case. */
const char *atomic_file_end(struct atomic_file *, const char *why);
