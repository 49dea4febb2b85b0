/* The search location `env`: the files and folders of LAZYNCCL_LIBPATH.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/search/candidates.h"
#include "runtime/search/location.h"
#include "runtime/search/search.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>

/* The entries, and how many of them were considered and exist. */
struct env_position {
    char *rest;
    int entries, existing;
};

const char *lazynccl_path_of_entry(const char *entry)
{
    const char *path = strchr(entry, '=');

    return path && path[1] == '/' && !memchr(entry, '/', (size_t)(path - entry)) ? path + 1 : entry;
}

/* Considers an entry that is neither a folder nor assigned to a library. Only its name says whose
 * file it is. Returns 0 if it does not exist, else 1. */
static int consider_if_ours(struct lazynccl_search *s, const char *path)
{
    const struct lazynccl_description *desc = s->wanted->description;
    const char *name = strrchr(path, '/') + 1;
    int major = lazynccl_major_of(name), bears = lazynccl_name_bears_any(desc->sonames, name);

    if (bears &&
        (!lazynccl_is_cuda_named(desc) || !major || lazynccl_major_among(s->sonames, major) >= 0)) {
        lazynccl_consider_only(s, path);
    } else if (bears || (strncmp(name, "lib", 3) == 0 && strstr(name, ".so"))) {
        lazynccl_note(s, "%s: a file of another library", path);
    } else if (access(LAZYNCCL_AT(s, path), F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR)) {
        lazynccl_note(s, "LAZYNCCL_LIBPATH: %s does not exist", path);
        return 0;
    } else {
        lazynccl_note_mistake(
            s, "LAZYNCCL_LIBPATH: %s is not named like %s: write %s=%s if it is this library", path,
            s->names, desc->name, path);
    }
    return 1;
}

/* Returns 0 if the entry does not exist, else 1. */
static int consider_entry(struct lazynccl_search *s, const char *entry)
{
    const char *name = s->wanted->description->name, *path = lazynccl_path_of_entry(entry);
    size_t length = strlen(name);

    if (path > entry && ((size_t)(path - entry) != length + 1 || strncmp(entry, name, length) != 0))
        lazynccl_note(s, "LAZYNCCL_LIBPATH: %s: for another library", entry);
    else if (lazynccl_is_named_folder(s, path))
        lazynccl_consider_folder(s, path);
    else if (path > entry)
        lazynccl_consider_only(s, path);
    else if (!s->stop)
        return consider_if_ours(s, path);
    return 1;
}

/* Rejects the whole list if it has a relative entry, because such an entry means another file in
 * each folder that a program starts in. */
static int begin_entries(struct lazynccl_search *s, const char *value)
{
    struct env_position *position = lazynccl_arena_take(&s->arena, sizeof *position);
    char *rest = lazynccl_arena_copy(&s->arena, value, strlen(value));

    for (const char *entry; (entry = strsep(&rest, ":"));)
        if (*entry && *lazynccl_path_of_entry(entry) != '/') {
            lazynccl_note_mistake(s, "LAZYNCCL_LIBPATH: %s refused: not an absolute path", entry);
            s->stop = 1;
            return 0;
        }
    if (!position)
        return 0;
    *position = (struct env_position){lazynccl_arena_copy(&s->arena, value, strlen(value)), 0, 0};
    s->position = position;
    return 1;
}

int lazynccl_location_env(struct lazynccl_search *s, int step)
{
    const char *value = lazynccl_setting(s->view, LAZYNCCL_LIBPATH);
    struct env_position *position;
    char *entry;

    s->folder_named = 1;
    if (!value) {
        lazynccl_note(s, "LAZYNCCL_LIBPATH is not set");
        return 0;
    }
    if (step == 0 && !begin_entries(s, value))
        return 0;
    position = s->position;
    entry = strsep(&position->rest, ":");
    if (entry && !*entry) {
        lazynccl_note(s, "LAZYNCCL_LIBPATH: empty entry skipped");
    } else if (entry) {
        position->entries++;
        position->existing += consider_entry(s, entry);
    } else if (position->entries && !position->existing) {
        lazynccl_note_mistake(
            s, "LAZYNCCL_LIBPATH=%s: no entry exists; correct or unset the variable", value);
        s->stop = 1;
    }
    return entry != NULL;
}
