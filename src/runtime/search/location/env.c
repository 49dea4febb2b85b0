/* The search location `env`: the files and folders of LAZYNCCL_LIBPATH.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/search/candidates.h"
#include "runtime/search/location.h"
#include "runtime/search/search.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>

const char *lazynccl_path_of_entry(const char *entry)
{
    const char *path = strchr(entry, '=');

    return path && path[1] == '/' && !memchr(entry, '/', (size_t)(path - entry)) ? path + 1 : entry;
}

/* Returns 1 if the name of a file shows a CUDA major that is not acceptable. */
static int lazynccl_is_of_other_major(const struct lazynccl_search *s, const char *name)
{
    int major = lazynccl_major_of(name);

    return major && lazynccl_cuda_of(s->description, major) &&
           lazynccl_major_among(s->sonames, major) < 0;
}

/* Considers an entry: a folder, NAME=FILE, or a file named like the library. Returns 0 if it does
 * not exist, else 1. */
static int consider_entry(struct lazynccl_search *s, const char *entry)
{
    const struct lazynccl_description *desc = s->description;
    const char *path = lazynccl_path_of_entry(entry), *name = strrchr(path, '/') + 1;
    int bears = lazynccl_name_bears_any(desc->sonames, name);
    size_t length = strlen(desc->name);

    if (lazynccl_is_of_other_major(s, name))
        bears = -bears; /* this library, but another major */
    if (path > entry &&
        ((size_t)(path - entry) != length + 1 || strncmp(entry, desc->name, length) != 0)) {
        lazynccl_note(s, "LAZYNCCL_LIBPATH: %s: for another library", entry);
    } else if (lazynccl_is_named_folder(s, path)) {
        lazynccl_consider_folder(s, path);
    } else if (path > entry || bears > 0) {
        lazynccl_consider_only(s, path);
    } else if (bears || (strncmp(name, "lib", 3) == 0 && strstr(name, ".so"))) {
        lazynccl_note(s, "%s: a file of another library", path);
    } else if (access(LAZYNCCL_AT(s, path), F_OK) == 0) {
        lazynccl_note_mistake(
            s, "LAZYNCCL_LIBPATH: %s is not named like %s: write %s=%s if it is this library", path,
            s->names, desc->name, path);
    } else if (errno == EACCES) {
        lazynccl_consider_folder(s, path); /* says that it cannot be entered */
    } else {
        lazynccl_note(s, "LAZYNCCL_LIBPATH: %s does not exist", path);
        return 0;
    }
    return 1;
}

void lazynccl_location_env(struct lazynccl_search *s)
{
    const char *value = lazynccl_setting(s->view, LAZYNCCL_LIBPATH), *entry;
    int entries = 0, existing = 0;
    char *rest;

    s->folder_named = 2;
    if (!value) {
        lazynccl_note(s, "LAZYNCCL_LIBPATH is not set");
        return;
    }
    rest = lazynccl_arena_copy(&s->arena, value, strlen(value));
    while (!s->stop && (entry = strsep(&rest, ":")))
        if (*entry && *lazynccl_path_of_entry(entry) != '/') {
            /* the file would depend on the folder in which the program starts */
            lazynccl_note_mistake(s, "LAZYNCCL_LIBPATH: %s refused: not an absolute path", entry);
            s->stop = 1;
        }
    rest = lazynccl_arena_copy(&s->arena, value, strlen(value));
    while (!s->stop && (entry = strsep(&rest, ":"))) {
        if (!*entry) {
            lazynccl_note(s, "LAZYNCCL_LIBPATH: empty entry skipped");
            continue;
        }
        entries++;
        existing += consider_entry(s, entry);
    }
    if (entries && !existing && !s->stop) {
        lazynccl_note_mistake(
            s, "LAZYNCCL_LIBPATH=%s: no entry exists; correct or unset the variable", value);
        s->stop = 1;
    }
}
