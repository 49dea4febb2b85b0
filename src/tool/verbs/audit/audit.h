/* What an audit finds out about files, before anything is printed.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_VERBS_AUDIT_AUDIT_H
#define LAZYNCCL_TOOL_VERBS_AUDIT_AUDIT_H

#include "tool/files/dist_info.h"
#include "tool/files/elf.h"
#include "tool/files/walk.h"
#include "tool/linking/search_path.h"
#include "tool/machine/nvidia.h"

/* A library that a file asks for. */
struct audit_need {
    char *soname;
    struct nvidia vendor;
    int declared;           /* by .note.dlopen: opened when it is called for; 0: DT_NEEDED */
    struct strings demands; /* the symbols that the file wants of it, as far as can be told */
    struct strings lacks;   /* those that `path`, or the one `elsewhere`, does not have */
    const char *first;      /* of these the one that ld.so would name; lives as long as its file */
    char *path;             /* what ld.so would give this file; NULL: nothing */
    const char *from;       /* who leads there: "RUNPATH", "ld.so.cache", ...; "wheel": itself */
    char *fault;            /* why `path` cannot be loaded; NULL: it can */
    char *elsewhere;        /* with no `path`: a file of that name among those audited */
    int version;            /* 0: not known */
    int needless;           /* 1: the file uses nothing of it */
};

struct audit_file {
    char *name; /* as it is shown */
    struct audit_need *needs;
    size_t need_count;
};

/* Something wrong with one or several files in the same way. */
enum audit_kind {
    AUDIT_ABSENT,           /* detail: the soname */
    AUDIT_LACKS,            /* the path and the symbol */
    AUDIT_FAULT,            /* the path and the reason */
    AUDIT_PRELOADED,        /* the soname: found only if somebody loads it first */
    AUDIT_NEEDLESS,         /* the soname */
    AUDIT_EMPTY_PATH,       /* the search path */
    AUDIT_RELATIVE_PATH,    /* the element */
    AUDIT_STUBS_PATH,       /* the element */
    AUDIT_BUILD_PATH,       /* the element */
    AUDIT_UNNEEDED_VERSION, /* the version and the file that it is to come from */
    AUDIT_BAD_NOTE,         /* the text */
    AUDIT_OPEN_WHEEL,       /* the wheel: not self-contained */
};

struct audit_flaw {
    enum audit_kind kind;
    char *detail, *more;
    int version;      /* of the library that lacks something; 0: not known */
    const char *from; /* who leads there; NULL: nobody */
    struct strings files;
};

struct audit {
    struct audit_file *files; /* those that ask for something of NVIDIA's */
    size_t file_count;
    struct audit_flaw *flaws;
    size_t flaw_count;
    int elf_count; /* files looked at */
    int short_of_memory;
};

/* What ld.so would give a file. */
struct audit_given {
    const struct elf_file
        *file; /* NULL: `fault` says why it cannot be read, or there are several */
    const char *fault;
    char *path; /* to be freed */
    const char *from;
    int version;
};

/* Where a file's libraries come from: the file system, or the wheel that it is in. */
struct audit_source {
    const char *root; /* of its file system; NULL: none, a wheel */
    /* Returns 1 and what there is, or 0. */
    int (*give)(void *context, const struct elf_file *, const char *soname, struct audit_given *);
    /* The same of a file of that name anywhere among those audited, its path as shown. `real`: no
     * drop-in, which needs the library itself. */
    int (*elsewhere)(void *context, const char *soname, int real, struct audit_given *);
    void *context;
};

/* Adds what there is to say of one file. */
void audit_add(struct audit *, const char *name, const struct elf_file *,
               const struct audit_source *);
struct audit_flaw *audit_flaw_add(struct audit *, enum audit_kind, const char *detail,
                                  const char *more, const char *file);
void audit_free(struct audit *);

/* What is wrong, as findings of the registry. The prefix goes before the names of files. */
struct findings;
void audit_findings(const struct audit *, struct findings *, const char *prefix);

/* Audits files of the file system. Their paths are absolute, with the root before them; `skip`
 * bytes of each are not shown. */
void audit_files(struct audit *, const char *root, const struct strings *paths, size_t skip,
                 walk_unreadable *, void *context);

/* Audits all ELF files of a wheel. Returns NULL, or why not all of it can be read. `outside` gets
 * what must be there beside it, by soname. */
struct wheel;
const char *audit_wheel(struct audit *, struct wheel *, struct strings *outside);

#endif
