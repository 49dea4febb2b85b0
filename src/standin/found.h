/* Finds the libraries of a program that get stand-ins, and identifies their files.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/text/strings.h"
#include "standin/sha256.h"

struct found_library {
    char *path;           /* NULL: its stand-in is made from the stub alone */
    char *soname;         /* the SONAME, which is also the name of its file */
    char *site;           /* the library's site-packages; NULL: not in one */
    char *below;    /* the library's folder below `site`, or the folder that a wheel would use */
    long long size; /* the size of the file, in bytes */
    char id[SHA256_TEXT]; /* equal if two files have the same build ID or, without one, the same
                             symbols; "": there is no file, or it is not a library */
};

/* Identifies a file by its build ID and size or, if it has no build ID, by the symbols that a
 * stand-in takes from it; if it is not an ELF file, by "". Returns 1 if it is a stand-in. */
int found_identify(const char *path, char id[SHA256_TEXT], long long *size);

/* Start with {0}. If several files have one SONAME, only the first is added. */
struct found {
    struct found_library *list;
    size_t count;
};

/* Add the NVIDIA libraries with these names, or all if the list is empty; skip stand-ins. The first
 * searches the wheels of a site-packages, the second a folder such as a toolkit's lib64. */
void found_add_site(struct found *, const struct strings *names, const char *site);
void found_add_folder(struct found *, const struct strings *names, const char *folder);

/* Adds a library that has a stub. `path` may be NULL. */
void found_add_described(struct found *, const char *soname, const char *path);
void found_free(struct found *);
