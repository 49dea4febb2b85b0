/* Decides whether a file that no setting names may be taken, by who else can exchange it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/search/trust.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LINKS 40 /* Linux follows no more either */
#define TARGET_BYTES 4096

/* 1 if only their owners and root can write to the folders that the search went up. They are looked
 * at when there is something to take. */
static int is_private_above(struct lazynccl_search *s)
{
    char *folder = lazynccl_arena_print(&s->arena, "%s", s->above);

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
        return 0;
    }
    return 1;
}

/* Who else can exchange a file, by the first place on the way to it that lets them. */
struct writers {
    const char *others, *group; /* where all users, or a group, can write; NULL: nowhere */
    unsigned group_id;
    unsigned owner; /* who owns a part of the way, if not this user; 0: none but root */
};

static void add_writers(struct writers *writers, const char *path, const struct stat *facts)
{
    /* in a sticky folder, others cannot replace what is not theirs; the mode of a link says nothing
     */
    int counts = !S_ISLNK(facts->st_mode) && !(S_ISDIR(facts->st_mode) && facts->st_mode & S_ISVTX);

    if (counts && facts->st_mode & S_IWOTH && !writers->others)
        writers->others = path;
    if (counts && facts->st_mode & S_IWGRP && facts->st_gid != 0 && facts->st_gid != getegid() &&
        !writers->group) {
        writers->group = path;
        writers->group_id = facts->st_gid;
    }
    if (facts->st_uid != geteuid() && !writers->owner)
        writers->owner = facts->st_uid;
}

/* Resolves a path as the kernel does, one name after the other. Users who can write to any folder
 * on the way, including those that links lead through, can exchange the file. Returns 0, or -1 and
 * errno. */
static int find_writers(struct lazynccl_search *s, const char *path, struct writers *writers)
{
    char *rest = lazynccl_arena_print(&s->arena, "%s", path), *name;
    const char *here = "", *next, *inside;
    struct stat facts = {0};
    int links = 0;

    while ((name = strsep(&rest, "/"))) {
        if (!*name || strcmp(name, ".") == 0)
            continue;
        if (strcmp(name, "..") == 0) {
            here = lazynccl_arena_print(&s->arena, "%.*s", (int)lazynccl_folder_length(here), here);
            continue;
        }
        next = lazynccl_arena_print(&s->arena, "%s/%s", here, name);
        inside = LAZYNCCL_AT(s, next);
        if (lazynccl_path_facts(inside, AT_SYMLINK_NOFOLLOW, &facts) < 0)
            return -1;
        add_writers(writers, next, &facts);
        if (S_ISLNK(facts.st_mode)) {
            char *target = lazynccl_arena_take(&s->arena, TARGET_BYTES);
            ssize_t length = target ? readlink(inside, target, TARGET_BYTES - 1) : -1;

            if (length < 0 || ++links > LINKS)
                return -1;
            target[length] = '\0';
            rest = lazynccl_arena_print(&s->arena, "%s/%s", target, rest ? rest : "");
            next = *target == '/' ? "" : here;
        }
        here = next;
    }
    return 0;
}

/* Reports who else can exchange a file. */
static void report_writers(struct lazynccl_search *s, const char *path,
                           const struct writers *writers, int refused)
{
    if (writers->others)
        lazynccl_add_note(s, refused, "%s: %sothers can write to %s", path,
                          refused ? "refused: " : "", writers->others);
    else if (writers->group)
        lazynccl_note(s, "%s: group %u can write to %s", path, writers->group_id, writers->group);
    else if (writers->owner)
        lazynccl_note(s, "%s: belongs to user %u", path, writers->owner);
}

int lazynccl_is_trusted(struct lazynccl_search *s, const char *path)
{
    struct writers writers = {0};
    int refused;

    if (s->above && !is_private_above(s))
        return 0;
    if (find_writers(s, path, &writers) < 0) {
        if (lazynccl_is_transient(errno))
            lazynccl_give_up(s, path, errno);
        return !s->stop; /* to open it gives the reason */
    }
    refused = writers.others && geteuid() == 0;
    report_writers(s, path, &writers, refused);
    s->refused |= refused;
    return !refused;
}

int lazynccl_report_writers(struct lazynccl_search *s, const char *path)
{
    struct writers writers = {0};

    if (geteuid() == 0 && find_writers(s, path, &writers) == 0)
        report_writers(s, path, &writers, 0);
    return !s->stop;
}
