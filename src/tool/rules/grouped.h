/* The same fault in several files, reported once.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/files/dlopen_note.h"
#include "tool/rules/rule.h"

struct group;

/* Adds the finding without files, if it applies. `who`: "libtorch_cuda.so and 12 more files". */
typedef void group_say(struct examination *, const struct group *, const char *who);

/* A fault and how to report it. */
struct group_kind {
    const char *id;
    const char *what;     /* a format for who, detail and cause */
    const char *evidence; /* a format for the cause, or NULL */
    group_say *say;       /* replaces `what`; NULL if unused */
    int given;            /* 1: the file that ld.so finds is evidence as well */
    int is_mild;          /* 1: a note, and only counted, if packages installed all files */
};

struct group {
    const struct group_kind *kind;
    char *cause, *detail;          /* faults of one kind with equal texts are one group */
    const struct binding *binding; /* from the first file; NULL if the fault has no binding */
    struct strings files;
};

/* Initialize with {0}. */
struct groups {
    struct group *list;
    size_t count;
    struct bindings *owned; /* bindings that grouped_free() frees */
    size_t owned_count;
    size_t reported; /* how many groups were reported, from the first on */
    void (*read)(struct groups *, struct facts *); /* the function that read these groups */
    struct groups *next;                           /* in facts->groups */
};

void grouped_add(struct groups *, const struct group_kind *, const char *cause, const char *detail,
                 const struct binding *, const char *file);
void grouped_free(struct groups *);

/* Adds the faults of a binding. needs_check() reports faults of the library that the file gets; it
 * does not report a missing library that is only declared, because the file can do without that.
 * files_check_binding() reports a library meant for linking only, and faults of the request. */
typedef void group_check(struct groups *, const struct binding *);
group_check needs_check, files_check_binding;

/* Adds pip's command for a module's library, which ld.so then finds first. Returns 0: none fits. */
int needs_help_install(struct examination *, const struct group *);

/* Checks a binding of a file that has a verdict: reports all if the binding explains the verdict,
 * otherwise only what needs_check_order() does. */
void needs_check_of(struct groups *, struct facts *, const char *path, const struct binding *);

group_check needs_check_order; /* reports only an older copy that comes before the file's own */

/* Checks the search path and the versions of a file. */
void files_check(struct groups *, const char *name, const struct elf_file *,
                 const struct binding_source *);

/* Adds the first function that a file calls and no library defines. With `library`, the library
 * that had the function before glibc 2.34, adds the first function of each library. `glibc`: the N
 * of the glibc 2.N that the file is for; 0: unknown. */
void needs_check_undefined(struct groups *, const char *name, const char *symbol,
                           const char *library, int glibc);

/* Reports a .note.dlopen that cannot be read. */
void files_check_note(struct groups *, const char *name, const char *text);
/* Reports an entry of a note for whose SONAME only a newer library is installed. */
void files_check_entry(struct groups *, const char *name, const struct dlopen_entry *,
                       const struct target *);
/* Reports a wheel that needs the SONAMEs in `outside` from outside. */
void files_check_wheel(struct groups *, const char *name, const struct strings *outside);

/* Returns the ending of the verb: "s" if the subject is one file, "" if it is several. */
const char *grouped_s(const struct group *);

/* Adds the faults of the target's files. */
typedef void group_read(struct groups *, struct facts *);

/* Reports the findings with this ID about the files of the target. */
void grouped_look_for(struct examination *, group_read *, const char *id);

/* Reports all findings about the files of the target, once. */
void grouped_look_for_all(struct examination *, group_read *);

/* Reports why the file that the user named does not load, if it does not. */
void needs_look_at_file(struct examination *);

/* Reports why ld.so would not load a library that a program opens by its SONAME. */
void needs_look_for(struct examination *, const char *soname);

/* Reports one fault. `folder` NULL: its files are not on disk. */
void grouped_report_one(struct examination *, const struct group *, const char *folder,
                        const char *prefix);

/* Reports all faults, each for its first file, with the files as evidence. `prefix` is prepended to
 * the shown names; `folder` precedes the names to open the files; NULL: they are in a wheel. */
void grouped_report(const struct groups *, struct findings *, const char *root, const char *folder,
                    const char *prefix);
