/* Names the files that a library could be taken from, in the order of docs/search-order.md.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * The search looks at a plain view of a machine and of a consumer, lists folders, and opens no
 * library: the runtime gives it its own process, the command gives it somebody else's. */
#ifndef LAZYNCCL_SEARCH_SEARCH_H
#define LAZYNCCL_SEARCH_SEARCH_H

#include "library/library.h"
#include "search/loaded.h"

/* What leads ld.so to a file. */
enum lazynccl_via {
    LAZYNCCL_VIA_LOADED, /* the process has it already */
    LAZYNCCL_VIA_RPATH,
    LAZYNCCL_VIA_LD_LIBRARY_PATH,
    LAZYNCCL_VIA_RUNPATH,
    LAZYNCCL_VIA_CACHE,
    LAZYNCCL_VIA_DEFAULT,
    LAZYNCCL_VIA_UNKNOWN /* one of these: glibc does not tell a process which */
};

/* Folders that ld.so searches for this consumer, in its order. */
struct lazynccl_folders {
    struct lazynccl_folder {
        char *path;
        enum lazynccl_via via;
    } * list;
    int count;
    int before_cache; /* so many stand before the loader's cache, the others after it */
};

/* As whom we look. */
struct lazynccl_view {
    /* Where a path of the consumer's is to be opened, if not where it says: as in an image. Frees
     * what it is given; NULL and errno: nowhere. The member itself NULL: paths are as they say. */
    char *(*inside)(const struct lazynccl_view *, char *path);
    int secure; /* 1: raised privileges; no variable, no folder above a module counts */
    const char *(*variable)(const struct lazynccl_view *, const char *name); /* NULL: unset */
    const char *module; /* the file that holds the trampolines, "" if it is this program, or NULL */
    const char *caller; /* the file that called them, the same, a hint, or NULL */
    const char *program;                    /* as it was called, absolute, or NULL */
    const struct lazynccl_objects *objects; /* what is loaded */
    int walk; /* 1: ld.so cannot be asked for this consumer; `folders` says where it looks */
    int (*folders)(const struct lazynccl_view *, struct lazynccl_folders *); /* 0 or -1 */
};

/* What is looked for. */
struct lazynccl_wanted {
    const struct lazynccl_description *is;
    const char *set_path;   /* lazynccl_set_path, or NULL */
    int set_handle;         /* 1: there is a lazynccl_set_handle */
    const char *partner;    /* the partner's open file, or NULL */
    int prefer[3], prefers; /* CUDA majors to be preferred, most wanted first */
};

/* One thing that the search has to say; each makes a line of the report. */
struct lazynccl_candidate {
    const char *place;  /* a row of lazynccl_places */
    const char *path;   /* a file to open, or */
    const char *soname; /* a name to ask ld.so for, or */
    int handle;         /* 1: the handle that was set, or */
    const char *note;   /* why there is nothing to open here */
    int wrong;          /* 1: the note names a mistake, such as a bad value of a variable */
};

enum lazynccl_verdict {
    LAZYNCCL_NEXT,  /* not this one: go on */
    LAZYNCCL_TAKEN, /* this one: stop */
    LAZYNCCL_BEHIND /* a name: not what ld.so has, but there may be another behind it */
};
typedef enum lazynccl_verdict lazynccl_visit(void *context, const struct lazynccl_candidate *);

/* Visits candidates until one is taken. Returns 1 if one was, else 0. */
int lazynccl_search(const struct lazynccl_view *, const struct lazynccl_wanted *, lazynccl_visit *,
                    void *context);

/* The places in their default order; the order is API. */
struct lazynccl_looking;
struct lazynccl_place_row {
    const char *word;
    const char *where; /* what is looked at there, in a line */
    void (*look)(struct lazynccl_looking *);
};
extern const struct lazynccl_place_row lazynccl_places[];
extern const int lazynccl_places_count;

/* The number at *text, which then points behind it; 0 if there is none. Not strtol(): its symbol is
 * newer than manylinux2014 allows when built with a new glibc. */
int lazynccl_number(const char **text);

/* The major that a soname or a file's name carries behind ".so.", or 0. */
int lazynccl_major_of(const char *name);

/* 1 if a file of this name is this library whatever its release: libnccl.so.2.28.9, or
 * libnccl-0a1b2c3d.so.2 as wheel repair renames it; never libnvrtc-builtins or libnvrtc.alt. */
int lazynccl_name_bears(const char *soname, const char *file);

#endif
