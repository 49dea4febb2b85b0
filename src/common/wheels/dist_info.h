/* The metadata of a Python distribution, from its .dist-info folder, or of a package of conda.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/text/strings.h"

/* A file's entry in the list of its package's files. */
struct dist_content {
    long long size; /* -1: unknown */
    char *digest; /* SHA-256, in base64 as in RECORD or hexadecimal as in conda's; NULL: unknown */
};

/* Start with {0}. Texts may hold any bytes: print them with safe_print(). */
struct dist_info {
    char *name, *version;          /* from METADATA; NULL: unknown */
    char *label;                   /* in variant.json (PEP 825): [0-9a-z_.]+; NULL: no variant */
    struct strings requires;       /* METADATA's Requires-Dist: "nvidia-nccl-cu12==2.20.5" */
    struct strings tags;           /* WHEEL's Tag: "cp311-cp311-manylinux_2_28_x86_64" */
    struct strings files;          /* RECORD: paths below site-packages */
    struct dist_content *contents; /* one for each of `files` */
    char *prefix; /* the folder of a conda package's environment; NULL: from a wheel */
};

/* Adds the contents of one file of the folder, "METADATA", "WHEEL", "RECORD" or "variant.json"; or
 * of a file of conda-meta: "conda". */
void dist_info_read(struct dist_info *, const char *file, const char *text);
void dist_info_free(struct dist_info *);

/* Returns the oldest glibc that a manylinux tag allows: 17 for 2.17. 0: there is no such tag. */
int dist_info_glibc(const struct dist_info *);

/* Returns 1 if the names are of one package, however their dashes are written. */
int dist_info_same_name(const char *, const char *);

/* Returns the requirement that provides a library: for the package, with any spelling of its dashes
 * and perhaps "-cu12" at its end, or for cuda-toolkit with the library's extra. NULL: none. */
const char *dist_info_brings(const struct dist_info *, const char *package, const char *soname);
