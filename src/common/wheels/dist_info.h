/* The metadata of a Python distribution, from its .dist-info folder, or of a package of conda.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/text/strings.h"

/* What the list of a package says of a file. */
struct dist_content {
    long long size; /* -1: not said */
    char *digest; /* SHA-256, in base64 of RECORD or in hexadecimal of conda; NULL: not said */
};

/* Start with {0}. Texts may hold any bytes: print them with safe_print(). */
struct dist_info {
    char *name, *version;    /* METADATA; NULL: not said */
    char *label;             /* variant.json's (PEP 825): [0-9a-z_.]+; NULL: no variant */
    struct strings requires; /* METADATA's Requires-Dist: "nvidia-nccl-cu12==2.20.5" */
    struct strings tags;     /* WHEEL's Tag: "cp311-cp311-manylinux_2_28_x86_64" */
    struct strings files;    /* RECORD: paths below site-packages */
    struct dist_content *contents; /* of these */
    char *prefix;            /* conda's environment, in which the files are; NULL: a wheel's */
};

/* Adds what one file of the folder says: "METADATA", "WHEEL", "RECORD" or "variant.json"; or what a
 * file of conda-meta says: "conda". */
void dist_info_read(struct dist_info *, const char *file, const char *text);
void dist_info_free(struct dist_info *);

/* The oldest glibc that a tag of manylinux promises: 17 for 2.17. 0: no tag does. */
int dist_info_glibc(const struct dist_info *);

/* 1 if the names are those of one package, however its dashes are written. */
int dist_info_same_name(const char *, const char *);

/* The requirement that provides a library: for the package, however its dashes are written, for the
 * one of a CUDA ("-cu12" at its end), or for cuda-toolkit with that extra. NULL: none does. */
const char *dist_info_brings(const struct dist_info *, const char *package, const char *soname);
