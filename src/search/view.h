/* What the search looks at: a consumer, what it has loaded, its settings, paths and files.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_SEARCH_VIEW_H
#define LAZYNCCL_SEARCH_VIEW_H

#include "library/description.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* arena.c: memory for many small pieces that are freed, or kept, together */

/* Starts as {0}. */
struct lazynccl_arena {
    struct lazynccl_block *last;
    int error; /* errno of what stopped the work, such as ENOMEM; 0: nothing has */
};

/* Memory of this size; NULL if it is short, or if the work is stopped. */
void *lazynccl_arena_take(struct lazynccl_arena *, size_t size);

/* A formatted text; "" if memory is short, or if the work is stopped. */
char *lazynccl_arena_print(struct lazynccl_arena *, const char *format, ...) LAZYNCCL_PRINTF(2, 3);
char *lazynccl_arena_list(struct lazynccl_arena *, const char *format, va_list)
    LAZYNCCL_PRINTF(2, 0);

void lazynccl_arena_free(struct lazynccl_arena *);

/* loaded.c: the ELF objects that are loaded in a process */

struct lazynccl_object {
    const char *path;   /* absolute; "" of the program (lazynccl_program_file) or if it cannot be
                           told, "linux-vdso.so.1" if it is not a file; the kernel adds " (deleted)"
                           if   that is so */
    const char *name;   /* by which the dynamic linker knows it */
    const char *soname; /* DT_SONAME; NULL: it has none */
    uintptr_t start, end;
    const uint32_t *exports; /* its DT_GNU_HASH, if that tells all names that dlsym finds in it and
                                in what it needs; NULL: dlsym must be asked */
    int ours; /* the kind of its marker note: it is or contains lazynccl; 0: it has none */
};

struct lazynccl_objects {
    struct lazynccl_object *list; /* in load order */
    int count;
    char *names, *maps; /* what it points to; NULL if that is kept elsewhere */
};

/* maps.c: gives objects with a relative name their absolute path. */
void lazynccl_objects_add_paths(struct lazynccl_objects *);

/* This process's program, in the arena; "" and errno if that cannot be told. It costs as much as
 * several files. */
const char *lazynccl_program_file(struct lazynccl_arena *);

/* Lists what is loaded now, or with an address only the object that holds it, if one does, which
 * costs less. Returns 0, or -1 if memory is short. */
int lazynccl_objects_list(struct lazynccl_objects *, const void *address);
void lazynccl_objects_free(struct lazynccl_objects *);

struct dl_phdr_info;

/* dl_iterate_phdr, during which no thread forks: the child would begin with a lock held. */
int lazynccl_objects_each(int (*each)(struct dl_phdr_info *, size_t, void *), void *context);

/* The object that holds an address, or NULL. */
const struct lazynccl_object *lazynccl_objects_at(const struct lazynccl_objects *, const void *);

/* The name by which the dynamic linker knows the object that has this path, "" for the program; or
 * NULL. */
const char *lazynccl_objects_name(const struct lazynccl_objects *, const char *path);

/* The next object after `last` (NULL: the first) that has one of these sonames and is not a
 * lazynccl build; NULL: there is none. */
const struct lazynccl_object *lazynccl_objects_next(const struct lazynccl_objects *,
                                                    const struct lazynccl_object *last,
                                                    const char *const *sonames);

/* The consumer that the search looks as: this process, or any other program, module or Python */

/* What leads ld.so to a file. */
enum lazynccl_via {
    LAZYNCCL_VIA_LOADED, /* the process has it already */
    LAZYNCCL_VIA_RPATH,
    LAZYNCCL_VIA_LD_LIBRARY_PATH,
    LAZYNCCL_VIA_RUNPATH,
    LAZYNCCL_VIA_CACHE, /* LAZYNCCL_LDSO_CACHE */
    LAZYNCCL_VIA_DEFAULT,
    LAZYNCCL_VIA_UNKNOWN /* one of these: glibc does not tell a process which */
};

#define LAZYNCCL_LDSO_CACHE "/etc/ld.so.cache"

/* Folders that ld.so searches for this consumer, in its order, and where its cache comes. */
struct lazynccl_folders {
    struct lazynccl_arena *arena; /* for all of it; its error: they cannot be told */
    struct lazynccl_folder {
        struct lazynccl_folder *next;
        enum lazynccl_via via; /* LAZYNCCL_VIA_CACHE: it is not a folder, but the cache */
        const char *path;
    } * first;
    int unsure; /* 1: there may be others, or in another order */
};

/* Adds one unless it is among them already. */
void lazynccl_folders_add(struct lazynccl_folders *, const char *path, enum lazynccl_via via);

struct lazynccl_view {
    /* Where a path of the consumer's is to be opened, if not where it says: as in an image; in the
     * arena, "": nowhere. The member itself NULL: paths are as they say. */
    const char *(*inside)(const struct lazynccl_view *, struct lazynccl_arena *, const char *path);
    int secure; /* 1: raised privileges; no variable, no folder above a module counts */
    const char *(*variable)(const struct lazynccl_view *, const char *name); /* NULL: unset */
    const char *module;  /* the file that holds the trampolines, its path as an object's, or NULL */
    const char *caller;  /* the file that called them, the same, a hint, or NULL */
    const char *program; /* as it was called, absolute, or NULL */
    const struct lazynccl_objects *objects; /* what is loaded */
    int walk; /* 1: a drop-in, which ld.so was asked for by `caller`, or the command */
    void (*folders)(const struct lazynccl_view *, struct lazynccl_folders *);
};

/* Where a path of the consumer's is to be opened. */
const char *lazynccl_at(const struct lazynccl_view *, struct lazynccl_arena *, const char *path);

/* settings.c: the environment variables that lazynccl reads; docs/environment.md is checked against
 * them. A stub's `roots` (NCCL_HOME) are read too: their names stand in the stubs. */

/* ROW(id, name, the form of its value, the effect of setting it) */
#define LAZYNCCL_EACH_SETTING(ROW)                                                                 \
    ROW(LIBPATH, "LAZYNCCL_LIBPATH", "absolute files and folders, colon-separated",                \
        "looked through before every other place; a file is taken or nothing")                     \
    ROW(SEARCH, "LAZYNCCL_SEARCH", "places, comma-separated",                                      \
        "the places to look at, in this order and no others")                                      \
    ROW(CUDA, "LAZYNCCL_CUDA", "11, 12 or 13",                                                     \
        "takes NVRTC and nvJitLink of this CUDA major only")                                       \
    ROW(STRICT, "LAZYNCCL_STRICT", "0 or 1",                                                       \
        "a call that cannot be answered prints the report and aborts")                             \
    ROW(DEBUG, "LAZYNCCL_DEBUG", "0 or 1", "prints each step of the search to stderr")             \
    ROW(RECORD, "LAZYNCCL_RECORD", "a file", "stand-ins append to it which library they opened")   \
    ROW(VIRTUAL_ENV, "VIRTUAL_ENV", "a folder", "its site-packages is part of `wheel`")            \
    ROW(CONDA_PREFIX, "CONDA_PREFIX", "a folder", "its lib is the place `conda`")                  \
    ROW(CUDA_PATH, "CUDA_PATH", "a folder", "part of `root`, before CUDA_HOME")                    \
    ROW(CUDA_HOME, "CUDA_HOME", "a folder", "part of `root`, after CUDA_PATH")

enum lazynccl_setting {
#define LAZYNCCL_SETTING(id, name, takes, effect) LAZYNCCL_##id,
    LAZYNCCL_EACH_SETTING(LAZYNCCL_SETTING) LAZYNCCL_SETTINGS
};
extern const char lazynccl_settings[LAZYNCCL_SETTINGS][24]; /* their names */

/* A variable's value as the view's consumer has it; NULL if unset, empty, or not to be trusted
 * because the program runs with raised privileges. */
const char *lazynccl_setting(const struct lazynccl_view *, enum lazynccl_setting);

/* The value of a variable that takes 0 or 1: 1 or 0; anything else counts as 1. */
int lazynccl_setting_on(const struct lazynccl_view *, enum lazynccl_setting);

/* path.c: paths and what lies there */

/* The length of a file's folder; 0: it has none, or lies in /. */
size_t lazynccl_folder_length(const char *file);

/* The length of a path up to and with its last site-packages or dist-packages; 0: it has none. */
size_t lazynccl_site_length(const char *path);

/* 1 if there is a file, a folder or a dangling link of that name, or if that cannot be told for
 * lack of permission, so that opening it gives the reason; 0 if there is none. */
int lazynccl_exists(const char *path);

/* 1 if there is a folder of that name, readable or not; 0 and errno if there is none. */
int lazynccl_is_folder(const char *path);

/* 1 if only root and its owner can write to the folder: then what lies below can be trusted. */
int lazynccl_folder_private(const char *folder);

/* 1 if anybody can change what lies there; and who owns it. -1 and errno if that cannot be told. */
int lazynccl_writable_by_others(const char *path, unsigned *owner);

/* 1 if an error tells nothing of what was asked for: something is short, or a disk or a network
 * does not answer, and the next time may be different. */
int lazynccl_is_passing(int error);

/* 1 if both paths lead to the same file. */
int lazynccl_same_file(const char *, const char *);

/* ldso.c, ldso_folders.c: where ld.so would find a name */

/* Called with a file and with what leads ld.so to it. The walk stops at the first call that returns
 * non-zero. */
typedef int lazynccl_each_file(void *context, const char *path, enum lazynccl_via via);

/* Calls `each` with every file of that name where ld.so looks for this consumer, in its order.
 * Returns how many there were, or -1 if memory is short. Not looked at: glibc-hwcaps and other
 * folders for some processors. Where these, or anything else, may lead ld.so to another file, and
 * ld.so can be asked, `each` gets the bare soname before the first file, for ld.so to find. */
int lazynccl_ldso_each(const struct lazynccl_view *, const char *soname, lazynccl_each_file *each,
                       void *context);

/* The folders that ld.so searches last, in its order; NULL ends them. A system has those in lib64
 * or the others, never both. */
extern const char *const lazynccl_ldso_defaults[];

/* This process's own list, as ld.so reports it for the module that holds lazynccl. */
void lazynccl_ldso_folders(const struct lazynccl_view *, struct lazynccl_folders *);

/* elf_check.c: ELF files, as far as they must be known before they are opened */

/* Kinds of marker notes. A file that contains lazynccl itself is not a library that it stands in
 * for, but may well be a network plugin. */
enum { LAZYNCCL_FORM = 1, LAZYNCCL_NET_FORM = 2 };
#define LAZYNCCL_FORM_OF(stub) ((stub)->plugin ? LAZYNCCL_NET_FORM : LAZYNCCL_FORM)
#define LAZYNCCL_MARKER_OWNER "lazynccl"
#define LAZYNCCL_MARKER(name, form)                                                                \
    LAZYNCCL_NOTE(name, ".note.lazynccl", form, sizeof LAZYNCCL_MARKER_OWNER,                      \
                  LAZYNCCL_MARKER_OWNER, 4, "0.1")
#define LAZYNCCL_IS_FORM "a lazynccl build, not the real library"

/* The highest kind of marker among these notes, or 0. */
int lazynccl_marker_in(const unsigned char *notes, size_t size, size_t align);

/* Why a file must not be given to dlopen, in `text`, and errno, 0 if it was looked at; NULL if it
 * may. dlopen refuses broken files itself, except these: a truncated one kills the process
 * (SIGBUS), as one does that is filled with zeros after its start (SIGSEGV), a FIFO never returns,
 * and a lazynccl build of this or a higher kind would be taken for the real library. */
const char *lazynccl_file_fault(const char *path, int form, char *text, size_t size);

/* file_version.c: a library's version, learned without opening it as a library */

/* 0: the file does not say. */
int lazynccl_version_in_file(const struct lazynccl_description *, const char *path);

/* The next offset of a file at or after `at` that is not in a hole, which contains no text and may
 * be of any size. -1: there is none. */
off_t lazynccl_after_hole(int fd, off_t at);

#endif
