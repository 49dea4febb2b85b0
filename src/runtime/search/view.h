/* The input of the search: a target with its variables, loaded objects and folders.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/search/text.h"

#include <stdint.h>

struct lazynccl_object {
    const char *path;   /* absolute; "" if not known; "linux-vdso.so.1" for the kernel's vDSO; the
                           kernel adds " (deleted)" to that of a deleted file */
    const char *name;   /* the object's name in the dynamic linker */
    const char *soname; /* DT_SONAME, or NULL */
    uintptr_t start, end; /* addresses */
    int is_build; /* 1 if a lazynccl build in it exports names, or it holds this code: never the
                     real library, because a call of it may come back to lazynccl */
};

/* Evaluates to 1 if an address is in the object. */
#define lazynccl_object_holds(object, address)                                                     \
    ((uintptr_t)(address) - (object)->start < (object)->end - (object)->start)

struct lazynccl_objects {
    struct lazynccl_object *list; /* in load order */
    int count;
    char *names; /* the storage of the strings; NULL if it is elsewhere */
    struct lazynccl_arena paths; /* the storage of paths that differ from names */
};

/* Why ld.so searches at a file's location. */
enum lazynccl_via {
    LAZYNCCL_VIA_LOADED, /* the process has already loaded it */
    LAZYNCCL_VIA_RPATH,
    LAZYNCCL_VIA_LD_LIBRARY_PATH,
    LAZYNCCL_VIA_RUNPATH,
    LAZYNCCL_VIA_CACHE, /* LAZYNCCL_LDSO_CACHE */
    LAZYNCCL_VIA_DEFAULT,
    LAZYNCCL_VIA_UNKNOWN, /* one of these: glibc does not tell a process which */
    LAZYNCCL_VIA_RPATHS   /* or a higher value: one of several RPATHs, in the command */
};

#define LAZYNCCL_LDSO_CACHE "/etc/ld.so.cache"

/* The folders that ld.so searches for this target, in order, and the position of its cache. */
struct lazynccl_folders {
    struct lazynccl_arena *arena; /* holds the list; if its error is set, the list is incomplete */
    struct lazynccl_folder {
        struct lazynccl_folder *next;
        enum lazynccl_via via; /* LAZYNCCL_VIA_CACHE marks the cache, which is not a folder */
        const char *path;
    } * first;
    int unsure; /* 1 if ld.so may search other folders, or in another order */
};

struct lazynccl_view {
    /* Returns the path, in the arena, by which a path of the target is opened, such as one inside
     * an image; "" if there is none. NULL: the target's paths are opened as they are. */
    const char *(*inside)(const struct lazynccl_view *, struct lazynccl_arena *, const char *path);
    int secure; /* 1 with raised privileges: variables and folders above a module are ignored */
    /* Returns the target's value, or NULL. Does not heed raised privileges: to use a value, call
     * lazynccl_variable(). */
    const char *(*variable)(const struct lazynccl_view *, const char *name);
    char **environment;  /* of this process, read by its `variable`; NULL if out of memory */
    const char *module;  /* path of the file that holds the trampolines, or NULL */
    const char *caller;  /* path of the file that called them, as a hint, or NULL */
    const char *program; /* the absolute path by which the program was called, or NULL */
    const struct lazynccl_objects *objects; /* the loaded objects */
    int walk; /* 1: do not ask ld.so, as it would return this stand-in, or is not the target's */
    void (*folders)(const struct lazynccl_view *, struct lazynccl_folders *);
};

/* Returns the path to open for a path of the target. */
#define lazynccl_at(view, arena, path) ((view)->inside ? (view)->inside(view, arena, path) : (path))

/* The environment variables that lazynccl reads; a test compares docs/environment.md with them. The
 * `home_variables` of each stub (NCCL_HOME) are read in addition.
 *
 * ROW(id, name, the form of its value, the effect of setting it) */
#define LAZYNCCL_EACH_SETTING(ROW)                                                                 \
    ROW(LIBPATH, "LAZYNCCL_LIBPATH", "absolute files and folders, colon-separated",                \
        "searched before every other location; a file is final")                                   \
    ROW(SEARCH, "LAZYNCCL_SEARCH", "locations, comma-separated",                                   \
        "these locations are searched, in this order, and no others")                              \
    ROW(CUDA, "LAZYNCCL_CUDA", "11, 12 or 13",                                                     \
        "excludes libraries of other CUDA majors")                                       \
    ROW(STRICT, "LAZYNCCL_STRICT", "0 or 1",                                                       \
        "a call of an absent function prints the report and aborts")                               \
    ROW(DEBUG, "LAZYNCCL_DEBUG", "0 or 1", "prints each step of the search to stderr")             \
    ROW(RECORD, "LAZYNCCL_RECORD", "a file",                                                       \
        "stand-ins append a line for each library that they open")                                 \
    ROW(TRACE, "LAZYNCCL_TRACE", "a folder, N:folder or N@job:folder",                             \
        "stand-ins made by run --trace keep their last N calls for it")                            \
    ROW(VIRTUAL_ENV, "VIRTUAL_ENV", "a folder", "its site-packages is part of `wheel`")            \
    ROW(CONDA_PREFIX, "CONDA_PREFIX", "a folder", "its `lib` is the location `conda`")             \
    ROW(CUDA_PATH, "CUDA_PATH", "a folder", "part of `toolkit`, before CUDA_HOME")                 \
    ROW(CUDA_HOME, "CUDA_HOME", "a folder", "part of `toolkit`, after CUDA_PATH")

enum lazynccl_setting {
#define LAZYNCCL_SETTING(id, name, takes, effect) LAZYNCCL_##id,
    LAZYNCCL_EACH_SETTING(LAZYNCCL_SETTING) LAZYNCCL_SETTINGS
};
#define LAZYNCCL_SETTING_BYTES (sizeof "LAZYNCCL_LIBPATH" + 7) /* a copy may have a longer prefix */
extern const char lazynccl_settings[LAZYNCCL_SETTINGS][LAZYNCCL_SETTING_BYTES]; /* the variables */

/* Returns the target's value of a variable, or NULL if it is unset or empty. Always NULL in a
 * program with raised privileges, which ignores its caller's settings. */
const char *lazynccl_variable(const struct lazynccl_view *, const char *name);
#define lazynccl_setting_name(which) lazynccl_settings[which]
#define lazynccl_setting(view, which) lazynccl_variable(view, lazynccl_settings[which])

/* Returns the value of a boolean variable; anything but 0 counts as 1. */
int lazynccl_setting_on(const struct lazynccl_view *, enum lazynccl_setting);

/* Returns the object that holds an address, or NULL. */
const struct lazynccl_object *lazynccl_objects_at(const struct lazynccl_objects *, const void *);

/* Returns the dynamic linker's name for the object with this path, "" for the program, or NULL. */
const char *lazynccl_objects_name(const struct lazynccl_objects *, const char *path);

/* Returns the next object after `last` (NULL for the first) that has one of these sonames and is
 * not a lazynccl build; NULL if none is left. */
const struct lazynccl_object *lazynccl_objects_next(const struct lazynccl_objects *,
                                                    const struct lazynccl_object *last,
                                                    const char *const *sonames);
