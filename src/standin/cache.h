/* Stand-ins in the user's cache, made when they are first wanted.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * FOLDER/KEY/SONAME/nvidia/X/lib/SONAME: a folder for each, because PyTorch and XGBoost take the
 * first file in a folder whose name matches. Below it everything looks like a site-packages. The
 * key tells the real file from every other, and from itself before it was replaced. */
#pragma once

#include "standin/report.h"

enum { CACHE_WHY = 400 };

struct cache {
    char *folder;          /* to be freed; a sitecustomize.py is in it */
    int traced;            /* 1: the stand-ins record each call */
    struct strings in_way; /* the folder of each stand-in */
    struct strings seen;   /* SONAMEs: the first file of each decides */
};

enum cache_state {
    CACHE_READY,
    CACHE_UNUSABLE,  /* nothing can be written or loaded there: another folder may do */
    CACHE_UNTRUSTED, /* others can write there, or own it: only its owner can decide */
};

/* Finds or makes the cache, where only its owner can write. If it is not ready, `why` has the
 * reason. */
enum cache_state cache_open(struct cache *, char why[CACHE_WHY]);

/* Uses a folder of this process below TMPDIR. Returns 0, or -1 and the reason. */
int cache_open_private(struct cache *, char why[CACHE_WHY]);
void cache_close(struct cache *);

/* Keeps why a folder will not do, and what to do. Returns -1. */
int cache_refuse(char why[CACHE_WHY], const char *folder, const char *reason, const char *remedy);
#define CACHE_ELSEWHERE "set XDG_CACHE_HOME to another folder"

/* Adds stand-ins of NVIDIA's libraries with these names, or of all if there is no name: of those in
 * the wheels of a site-packages, or in a folder such as a toolkit's lib64. A library that cannot be
 * replaced stays as it is. Returns 0, or -1 and why the cache cannot be written. */
int cache_add_site(struct cache *, const struct strings *names, const char *site,
                   char why[CACHE_WHY]);
int cache_add_folder(struct cache *, const struct strings *names, const char *folder,
                     char why[CACHE_WHY]);

/* The same of a SONAME that has a stub, unless it was added before. `path` NULL: there is no file,
 * so that it is made from the stub. */
int cache_add_described(struct cache *, const char *soname, const char *path, char why[CACHE_WHY]);
