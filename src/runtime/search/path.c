/* Splits paths, and asks what lies there.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/search/path.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

size_t lazynccl_folder_length(const char *file)
{
    const char *slash = file ? strrchr(file, '/') : NULL;

    return slash ? (size_t)(slash - file) : 0;
}

size_t lazynccl_site_length(const char *path)
{
    size_t best = 0;

    for (const char *at = path; (at = strchr(at, '/')); at++)
        if ((strncmp(at, "/site-packages", 14) == 0 || strncmp(at, "/dist-packages", 14) == 0) &&
            (at[14] == '/' || at[14] == '\0'))
            best = (size_t)(at - path) + 14;
    return best;
}

int lazynccl_exists(const char *path)
{
    char target;

    /* one call tells a link, even a dangling one, from a file and from what is not accessible */
    return readlink(path, &target, 1) >= 0 || (errno != ENOENT && errno != ENOTDIR);
}

/* Not stat(): its symbol is newer than manylinux2014 allows. */
static int facts_of(const char *path, struct stat *facts)
{
    return (int)syscall(SYS_newfstatat, AT_FDCWD, path, facts, 0);
}

int lazynccl_is_folder(const char *path)
{
    struct stat facts;

    if (facts_of(path, &facts) < 0)
        return 0;
    errno = ENOTDIR;
    return S_ISDIR(facts.st_mode);
}

int lazynccl_is_transient(int error)
{
    return error == EMFILE || error == ENFILE || error == ENOMEM || error == EINTR ||
           error == EIO || error == ESTALE || error == ETIMEDOUT;
}

int lazynccl_folder_private(const char *folder)
{
    struct stat facts;

    return facts_of(folder, &facts) == 0 && (facts.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

int lazynccl_writable_by_others(const char *path, unsigned *owner)
{
    struct stat facts;

    if (facts_of(path, &facts) < 0)
        return -1;
    *owner = facts.st_uid;
    /* of a sticky folder others cannot replace what is not theirs */
    return facts.st_mode & S_IWOTH && !(S_ISDIR(facts.st_mode) && facts.st_mode & S_ISVTX);
}

int lazynccl_same_file(const char *a, const char *b)
{
    struct stat first, second;

    return facts_of(a, &first) == 0 && facts_of(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

const char *lazynccl_at(const struct lazynccl_view *view, struct lazynccl_arena *arena,
                        const char *path)
{
    return view->inside ? view->inside(view, arena, path) : path;
}
