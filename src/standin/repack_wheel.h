/* Repacks a distribution as a wheel whose libraries are stand-ins.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/wheels/dist_info.h"
#include "standin/elf/atomic_file.h"
#include "standin/importers.h"
#include "standin/report.h"
#include "standin/wheel_writer.h"

struct repack {
    struct report *report;
    const char *thing;                 /* the input, as messages name it */
    const struct importers *importers; /* the files that import data */
    char *package;                     /* the distribution's name */
    char *version;                     /* its version, without "+lazy" */
    char *folder;                      /* the name of the input's .dist-info folder */
    char *new_folder;                  /* the name of the wheel's .dist-info folder */
    char *source;                      /* "nvidia-cublas 13.4.1.3" */
    int made;                          /* stand-ins */
    size_t freed; /* bytes of the replaced and omitted files, as far as their sizes are known */
    struct atomic_file file;
    struct wheel_writer writer;
};

/* Begins a wheel of the distribution with metadata in `folder`. Returns NULL, or why it failed. */
const char *repack_begin(struct repack *, const char *folder, const struct dist_info *);

/* For wheel_each(), with a struct repack. Returns 1 if the wheel omits a file; reports the file if
 * users need to know. */
wheel_skip repack_skips;

/* Also for wheel_each(). Adds a file, or a library's stand-in; closes `fd`. Returns 0. */
wheel_visit repack_add;

/* Finishes the wheel, unless `why` gives a reason not to, and reports the result. */
void repack_end(struct repack *, const char *why);
