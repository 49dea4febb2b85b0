/* Sets of stand-ins in the user's cache, made on first use.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * FOLDER/KEY is a set (set.h), FOLDER/files has each stand-in once, hard-linked into the sets, and
 * FOLDER/KEY.lock exists while a process makes the set. */
#pragma once

#include "standin/set.h"

enum { CACHE_WHY = 400 };

struct cache {
    char *folder;        /* the cache; cache_free() frees this and `set` */
    char *set;           /* NULL: not filled */
    int is_private;      /* 1: the folder belongs to one process */
    char why[CACHE_WHY]; /* the reason of a failure */
};

enum cache_state {
    CACHE_READY,
    CACHE_UNUSABLE,  /* nothing can be written or loaded there: try another folder */
    CACHE_UNTRUSTED, /* another user can write there or owns it: only the owner can fix this */
    CACHE_FOREIGN,   /* the superuser's, below a folder of another user: try another folder */
};

/* Finds or makes the cache, which only its owner can write to. */
enum cache_state cache_open(struct cache *);

/* Uses a folder below TMPDIR that lives as long as the process `owner`. Returns 0, or -1. */
int cache_open_private(struct cache *, int owner);
void cache_free(struct cache *);

/* Completes the set of a plan. If another process is making the set, waits for it, and returns
 * CACHE_UNUSABLE after 10 s. If this process made the set, removes sets not used for 30 days. */
enum cache_state cache_fill(struct cache *, const struct set_plan *);

/* Removes the sets that nobody has used for `age` seconds. Returns their number. */
int cache_clean(const struct cache *, long age);

/* Records why a folder cannot be used, and how to fix it. Returns -1. */
int cache_refuse(struct cache *, const char *folder, const char *reason, const char *remedy);
#define CACHE_ELSEWHERE "set XDG_CACHE_HOME to another folder"
