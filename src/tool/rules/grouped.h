/* The same fault in several files, reported once.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/files/dlopen_note.h"
#include "tool/rules/rule.h"

struct group;

/* Adds the finding, without the files, or nothing if there is no need. `who`: "libtorch_cuda.so and
 * 12 more files". */
typedef void group_say(struct examination *, const struct group *, const char *who);

/* A fault, and how it is reported. */
struct group_kind {
    const char *id;
    const char *what,
        *evidence;  /* formats: of who, the detail and the cause; of the cause, or NULL */
    group_say *say; /* what takes the place of `what`; NULL: nothing */
    int given;      /* 1: what ld.so gives is evidence too */
};

struct group {
    const struct group_kind *kind;
    char *cause, *detail;          /* what makes it the same fault */
    const struct binding *binding; /* of the first file; NULL: the fault is in no binding */
    struct strings files;
};

/* Start with {0}. */
struct groups {
    struct group *list;
    size_t count;
};

void grouped_add(struct groups *, const struct group_kind *, const char *cause, const char *detail,
                 const struct binding *, const char *file);
void grouped_free(struct groups *);

/* Adds what is wrong with a binding. needs.c: with the library that the file gets, but nothing
 * about one that is only declared, whose absence is what declaring is for. files.c: with a library
 * for linking only; with how the file asks for it. */
typedef void group_check(struct groups *, const struct binding *);
group_check needs_check, files_check_binding;

/* The same of a file's search path and of its versions. `root`: of its file system; NULL: it is in
 * a wheel. */
void files_check(struct groups *, const char *name, const struct elf_file *, const char *root);

/* The first function of each of our libraries that a file calls and cannot get. Nothing if it needs
 * a library that not every system has: that may define the function, or bring one that does. */
void files_check_undefined(struct groups *, const char *name, const struct elf_file *);

/* A .note.dlopen that cannot be read; an entry whose SONAMEs newer ones replaced; a wheel that
 * needs these SONAMEs from outside. */
void files_check_note(struct groups *, const char *name, const char *text);
void files_check_entry(struct groups *, const char *name, const struct dlopen_entry *,
                       const struct target *);
void files_check_wheel(struct groups *, const char *name, const struct strings *outside);

/* standin.c: of a stand-in, and of what it opens. */
struct standin;
void standin_check(struct groups *, const char *name, const struct elf_file *,
                   const struct standin *);

/* "s" where the subject is one file, "" where they are several. */
const char *grouped_s(const struct group *);

/* Reports what one finding has to say about the bindings of the target's environment. */
void grouped_look_for(struct examination *, group_check *, const char *id);

/* A finding whose rule is just that. */
#define GROUP_FINDING(id, judge, ...)                                                              \
    FINDING(id, __VA_ARGS__)                                                                       \
    {                                                                                              \
        grouped_look_for(at, judge, #id);                                                          \
    }

/* Reports all, each for the first of its files, which are evidence; `prefix` goes before their
 * names, `folder` to find them below the root; NULL: they are not there, as those in a wheel. */
void grouped_report(const struct groups *, struct findings *, const char *root, const char *folder,
                    const char *prefix);
