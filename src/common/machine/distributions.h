/* The Python distributions and conda packages that are installed.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/machine/machine.h"
#include "common/wheels/dist_info.h"

/* A distribution in a list sorted by name. Each of its metadata files is read once, if needed. */
struct distribution {
    struct distribution *next; /* NULL: it is the last */
    char *folder;              /* the path of its .dist-info, or of its file in conda-meta */
    int is_nvidia;             /* 1: named nvidia..., or a conda package of an NVIDIA library */
    struct dist_info info;
    unsigned was_read; /* a bit for each metadata file that was read into `info` */
};

/* Returns the first distribution in a site-packages or conda-meta folder; NULL: none. */
struct distribution *distributions_of(struct machine *, const char *site);

/* Return the name, version and requirements; the second function also the installed files. */
const struct dist_info *distribution_metadata(struct machine *, struct distribution *);
const struct dist_info *distribution_record(struct machine *, struct distribution *);

/* Returns 1 if the distribution installed a file, a path below its site-packages or prefix. */
int distribution_has(struct machine *, struct distribution *, const char *file);

/* Adds the packages that a distribution installed: each NAME of its NAME/__init__.py. */
void distribution_packages(struct machine *, struct distribution *, struct strings *names);

/* Returns the next NVIDIA distribution, from this one on, that installed a file; NULL: none. */
struct distribution *distribution_owner(struct machine *, struct distribution *, const char *file);
