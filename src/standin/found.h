/* The libraries of a program that get stand-ins, and what identifies each.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/text/strings.h"
#include "standin/sha256.h"

struct found_library {
    char *path;           /* NULL: its stand-in is made from the stub alone */
    char *soname;         /* the name of its file */
    char *site;           /* its site-packages; NULL: not in one */
    char *below;          /* its folder there, or the folder that a wheel would use */
    long long size;       /* of the file, in bytes */
    char id[SHA256_TEXT]; /* the same for files with the same build ID, or else with the same
                             symbols; "": there is no file, or it is not a library */
};

/* Identifies a file by its build ID and size; without a build ID by what a stand-in takes from it.
 * `id` is "" if it is not an ELF file. Returns 1 if it is a stand-in, else 0. */
int found_identify(const char *path, char id[SHA256_TEXT], long long *size);

/* Start with {0}. The first file of each SONAME counts. */
struct found {
    struct found_library *list;
    size_t count;
};

/* Adds the NVIDIA libraries with these names, or all if the list is empty: of the wheels in a
 * site-packages, or of a folder such as a toolkit's lib64. Stand-ins are skipped. */
void found_add_site(struct found *, const struct strings *names, const char *site);
void found_add_folder(struct found *, const struct strings *names, const char *folder);

/* Adds a library that has a stub. `path` may be NULL. */
void found_add_described(struct found *, const char *soname, const char *path);
void found_free(struct found *);
