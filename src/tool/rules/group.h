/* The same fault in several files, reported once.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/findings/examination.h"
#include "tool/linking/binding.h"

struct group;

/* Adds the finding, without the files, or nothing if there is no need. `who`: "libtorch_cuda.so and
 * 12 more files". */
typedef void group_say(struct examination *, const struct group *, const char *who);

struct group {
    group_say *say;
    char *cause, *detail;          /* what makes it the same fault */
    const struct binding *binding; /* of the first file; NULL: the fault is in no binding */
    struct strings files;
};

/* Start with {0}. */
struct groups {
    struct group *list;
    size_t count;
};

void groups_add(struct groups *, group_say *, const char *cause, const char *detail,
                const struct binding *, const char *file);
void groups_free(struct groups *);

/* Adds what is wrong with a binding. needs.c: with the library that the file gets, but nothing
 * about one that is only declared, whose absence is what declaring is for. stubs.c: with a library
 * for linking only. */
typedef void group_judge(struct groups *, const struct binding *);
group_judge needs_judge, stubs_judge;

/* Reports an element, the cause, of the search path that the detail names; in stubs.c. */
group_say stubs_say_path;

/* "s" where the subject is one file, "" where they are several. */
const char *group_s(const struct group *);

/* Reports one, its files as evidence; `prefix` goes before their names. */
void group_report(struct examination *, const struct group *, const char *prefix);

/* Reports what one function has to say about the bindings of the consumer's environment. */
void groups_look_for(struct examination *, group_judge *, group_say *);

/* Reports all, each for the first of its files. `folder` goes before the names of files to find
 * them below the root; NULL: they are not there, as those in a wheel. */
void groups_report(const struct groups *, struct findings *, const char *root, const char *folder,
                   const char *prefix);
