/* Finds out which other users can replace a file.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/search/trust.h"
#include "runtime/search/candidates.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Returns 1 if users other than the owner and the superuser can write to a folder above the module
 * that was searched: no process takes a file from there. Checked only when there is a candidate. */
static int lazynccl_is_open_above(struct lazynccl_search *s)
{
    char *folder;

    if (!s->above)
        return 0;
    folder = lazynccl_arena_copy(&s->arena, s->above, strlen(s->above));
    for (size_t length; (length = lazynccl_folder_length(folder)) >= s->highest;) {
        folder[length] = '\0';
        errno = 0;
        if (lazynccl_folder_private(LAZYNCCL_AT(s, folder)))
            continue;
        if (lazynccl_is_transient(errno))
            lazynccl_give_up(s, folder, errno);
        lazynccl_note(s, "%s: not searched: others can write there", folder);
        s->refused = 1;
        s->above = NULL;
        return 1;
    }
    return 0;
}

/* Returns 1 if users who can write to this part of a path can replace the file. In a sticky folder,
 * users can replace only their own files; the mode of a link has no meaning. */
static int replaceable(const struct stat *facts)
{
    return !S_ISLNK(facts->st_mode) && !(S_ISDIR(facts->st_mode) && facts->st_mode & S_ISVTX);
}

/* Who else can replace a file, at the first component of its path that permits it. */
struct lazynccl_writers {
    const char *others;       /* the component that all users can write to, or NULL */
    const char *group;        /* the component that a group can write to, or NULL */
    unsigned group_id;
    unsigned owner; /* another user who owns a component; 0: none, or root */
};

/* Notes a group or another user that can replace the file. */
static void lazynccl_add_others(struct lazynccl_search *s, struct lazynccl_writers *writers,
                                const char *path, const struct stat *facts)
{
    if (facts->st_mode & S_IWGRP && !writers->group && facts->st_gid != 0 &&
        facts->st_gid != getegid() && replaceable(facts)) {
        writers->group = lazynccl_arena_copy(&s->arena, path, strlen(path));
        writers->group_id = facts->st_gid;
    }
    if (!writers->owner && facts->st_uid != 0 && facts->st_uid != geteuid())
        writers->owner = facts->st_uid;
}

static void add_writers(struct lazynccl_search *s, struct lazynccl_writers *writers,
                        const char *path, const struct stat *facts)
{
    if (facts->st_mode & S_IWOTH && !writers->others && replaceable(facts))
        writers->others = lazynccl_arena_copy(&s->arena, path, strlen(path));
    lazynccl_add_others(s, writers, path, facts);
}

/* Examines each component of a path and, if it is a link, the components of its target: users who
 * can write to a folder on the way can replace the file. Returns 0, or -1 and errno. */
static int find_writers(struct lazynccl_search *s, const char *path,
                        struct lazynccl_writers *writers)
{
    char *file = lazynccl_arena_copy(&s->arena, path, strlen(path)), *end = file, after;
    char *target = NULL;
    int links = 0;

    while (*end) {
        struct stat facts = {0};
        const char *inside, *name = end + strspn(end, "/");

        if (strncmp(name, "..", 2) == 0 && (name[2] == '/' || !name[2])) {
            *end = '\0';
            end = file + lazynccl_folder_length(file);
            memmove(end, name + 2, strlen(name + 2) + 1);
            continue;
        }
        end += strspn(end, "/");
        end += strcspn(end, "/");
        after = *end;
        *end = '\0';
        inside = LAZYNCCL_AT(s, file);
        if (lazynccl_path_facts(inside, AT_SYMLINK_NOFOLLOW, &facts) < 0)
            return -1;
        add_writers(s, writers, file, &facts);
        if (S_ISLNK(facts.st_mode)) { /* the folder of a relative link was examined before */
            int folder = (int)lazynccl_folder_length(file), length = -1;

            if (target || (target = lazynccl_arena_take(&s->arena, PATH_MAX)))
                length = (int)readlink(inside, target, PATH_MAX);
            if (length < 0 || ++links > 40) /* Linux follows no more either */
                return -1;
            if (*target == '/')
                folder = -1;
            *end = after;
            file = lazynccl_arena_print(&s->arena, "%.*s%.*s%s", folder + 1, file, length, target,
                                        end);
            end = *file && folder > 0 ? file + folder : file; /* "" if out of memory */
        } else {
            *end = after;
        }
    }
    return 0;
}

/* Reports a group or user, unless all users can replace the file. */
static void lazynccl_report_others(struct lazynccl_search *s, const char *path,
                                   const struct lazynccl_writers *writers, int refused)
{
    if (!writers->others && writers->group)
        lazynccl_note(s, "%s: group %u can write to %s", path, writers->group_id, writers->group);
    else if (!writers->others && writers->owner)
        lazynccl_note(s, "%s: belongs to user %u", path, writers->owner);
    if (refused)
        s->refused = 1;
}

/* The `check` of a search. Reports who else can replace a file, by its mode or that of a folder on
 * the way. If all users can, a superuser process refuses it. A file that a setting names is never
 * refused, and reported only in a superuser process, because another user may have set that. */
int lazynccl_is_trusted(struct lazynccl_search *s, const char *path)
{
    struct lazynccl_writers writers = {0};
    int is_superuser = geteuid() == 0, refused;

    if (lazynccl_is_open_above(s))
        return 0;
    if (s->folder_named && !is_superuser)
        return 1;
    if (find_writers(s, path, &writers) < 0) {
        if (lazynccl_is_transient(errno))
            lazynccl_give_up(s, path, errno);
        return !s->stop; /* opening it reports the reason */
    }
    refused = writers.others && is_superuser && !s->folder_named;
    if (writers.others)
        lazynccl_add_note(s, refused, "%s: %sothers can write to %s", path,
                          refused ? "refused: " : "", writers.others);
    lazynccl_report_others(s, path, &writers, refused);
    return !refused;
}
