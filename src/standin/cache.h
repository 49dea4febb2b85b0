/* Stand-ins in the user's cache, made on first use.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * FOLDER/KEY/SONAME/nvidia/X/lib/SONAME: a folder for each, because PyTorch and XGBoost take the
 * first file in a folder whose name matches. KEY/SONAME has the layout of a site-packages folder.
 * The key identifies the real file and changes when the file is replaced. */
#pragma once

#include "standin/report.h"

enum { CACHE_WHY = 400 };

struct cache {
    char *folder;          /* to be freed; a sitecustomize.py is in it */
    int traced;            /* 1: the stand-ins record each call */
    struct strings in_way; /* the folder of each stand-in */
    struct strings seen;   /* SONAMEs: the first file of each decides */
    char why[CACHE_WHY];   /* the reason of a failure */
};

enum cache_state {
    CACHE_READY,
    CACHE_UNUSABLE,  /* nothing can be written or loaded there: try another folder */
    CACHE_UNTRUSTED, /* another user can write there or owns it: only the owner can fix this */
    CACHE_FOREIGN,   /* the superuser's, below a folder of another user: try another folder */
};

/* Finds or makes the cache, which only its owner can write to. */
enum cache_state cache_open(struct cache *);

/* Uses a folder of this process below TMPDIR. Returns 0, or -1. */
int cache_open_private(struct cache *);
void cache_free(struct cache *);

/* Records why a folder cannot be used, and how to fix it. Returns -1. */
int cache_refuse(struct cache *, const char *folder, const char *reason, const char *remedy);
#define CACHE_ELSEWHERE "set XDG_CACHE_HOME to another folder"

/* Adds stand-ins of the NVIDIA libraries with these names, or of all if the list is empty. The
 * libraries are in the wheels of a site-packages, or in a folder such as a toolkit's lib64. A
 * library that cannot be replaced is left unchanged. Returns 0, or -1 if the cache cannot be
 * written. */
int cache_add_site(struct cache *, const struct strings *names, const char *site);
int cache_add_folder(struct cache *, const struct strings *names, const char *folder);

/* The same for a SONAME that has a stub, unless it was added before. If `path` is NULL, the
 * stand-in is made from the stub alone. */
int cache_add_described(struct cache *, const char *soname, const char *path);
