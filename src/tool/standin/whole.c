/* Writes files that appear when they are whole.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/standin/whole.h"
#include "search/view.h"
#include "tool/text/memory.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int whole_begin(struct whole *whole, const char *path, int mode)
{
    OWNED(memory) char *named = memory_folder(path);
    const char *folder = named ? named : *path == '/' ? "/" : ".";

    *whole = (struct whole){.path = memory_copy(path),
                            .fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, mode)};
    if (whole->fd >= 0)
        return 0;
    if (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL) { /* not on NFS */
        whole->partial = memory_print("%s.partial-%d", path, (int)getpid());
        whole->fd = open(whole->partial, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    }
    if (whole->fd >= 0)
        return 0;
    int error = errno;
    free(whole->partial);
    free(whole->path);
    errno = error;
    return -1;
}

/* Gives a file without a name one; nothing of that name was there, or it is replaced. */
static int name_it(struct whole *whole)
{
    char file[40];

    if (whole->partial)
        return 0;
    snprintf(file, sizeof file, "/proc/self/fd/%d", whole->fd);
    whole->partial = memory_print("%s.partial-%d", whole->path, (int)getpid());
    if (linkat(AT_FDCWD, file, AT_FDCWD, whole->partial, AT_SYMLINK_FOLLOW) == 0)
        return 0;
    free(whole->partial);
    whole->partial = NULL;
    return -1;
}

const char *whole_end(struct whole *whole, const char *why)
{
    if (!why && (name_it(whole) != 0 || close(whole->fd) != 0 ||
                 (whole->fd = -1, rename(whole->partial, whole->path) != 0)))
        why = strerror(errno);
    if (why && whole->partial)
        unlink(whole->partial);
    if (whole->fd >= 0)
        close(whole->fd);
    free(whole->partial);
    free(whole->path);
    return why;
}
