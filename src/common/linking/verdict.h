/* The verdict on each file that needs an NVIDIA library, directly or not; the same for all verbs.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/linking/environment.h"
#include "common/linking/libraries.h"
#include "common/text/json.h"

/* Whether a file loads into a process that has loaded nothing before; the worst is last. */
enum file_verdict {
    FILE_LOADS,
    FILE_DEPENDS, /* the environment has a library that ld.so does not find, or not first: the
                     file loads if another file opens that library before */
    FILE_FAILS    /* it does not load, whatever is opened before */
};

struct examined {
    const char *path;
    enum file_verdict verdict;
    int is_alone;    /* 1: the file loads even if nothing is opened before */
    int is_hopeless; /* 1: the environment has no other copy of a faulty or missing library */
    enum file_verdict before_load; /* the verdict before load_files() replaced it */
    int is_module;                 /* 1: the file is an extension module of Python */
    int is_caller; /* 1: calls NVIDIA's functions, but needs no library that could define them */
    char *soname;  /* the library that decides the verdict; NULL: none */
    char *asks;    /* the file that needs that library */
    char *said;    /* why the file does not load, in ld.so's words; "": it loads; NULL: not tried */
};

struct verdicts {
    struct examined *list;
    size_t count;
};

/* Returns the verdicts on all files of the target's Python, or on the named file; made once. */
const struct verdicts *verdicts_read(struct facts *);

/* Makes the verdicts on these files instead. The first `skip` bytes of each path are the root.
 * Files outside a site-packages may load each other. `is_named`: the user named the file, so that
 * it gets a verdict even if it needs no NVIDIA library. */
const struct verdicts *verdicts_of(struct facts *, const struct strings *paths, size_t skip,
                                   int is_named);

void verdicts_json(const struct verdicts *, struct json *);

/* Returns the verdict on one file, or NULL if there is none. */
const struct examined *verdict_of_file(struct facts *, const char *path);

/* Returns 1 if this binding's fault stops neither the file nor another one that needs the file. */
int verdict_excuses(struct facts *, const char *path, const struct binding *);
