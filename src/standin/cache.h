/* Stand-ins in the user's cache, made when they are first wanted.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * FOLDER/KEY/SONAME/nvidia/X/lib/SONAME: a folder for each, below which everything looks like a
 * site-packages, as in the overlay of drop-ins. The key tells the real file from every other, and
 * from itself before it was replaced. */
#pragma once

#include "standin/report.h"

enum { CACHE_WHY = 400 };

struct cache {
    char *folder;          /* to be freed; a sitecustomize.py is in it */
    struct strings in_way; /* the folder of each stand-in */
    struct strings seen;   /* SONAMEs: the first file of each decides */
};

/* Finds or makes the cache, where only its owner can write. Returns 0, or -1 and why there
 * can be none. */
int cache_open(struct cache *, char why[CACHE_WHY]);
void cache_close(struct cache *);

/* Keeps why a folder will not do, and what to do. Returns -1. */
int cache_refuse(char why[CACHE_WHY], const char *folder, const char *reason, const char *remedy);
#define CACHE_ELSEWHERE "set XDG_CACHE_HOME to another folder"

/* Adds stand-ins of NVIDIA's libraries that the report does not keep: of those in the wheels of a
 * site-packages, or in a folder such as a toolkit's lib64. What cannot be stood in for stays as it
 * is. Returns 0, or -1 and why the cache cannot be written. */
int cache_add_site(struct cache *, const struct report *, const char *site, char why[CACHE_WHY]);
int cache_add_folder(struct cache *, const struct report *, const char *folder,
                     char why[CACHE_WHY]);
