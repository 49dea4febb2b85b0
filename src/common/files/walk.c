/* Walks folders and recognises ELF files and wheels by their first bytes.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/files/walk.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DEEPEST 100

/* Visits an ELF file or a wheel. Returns why a file is to be reported, or NULL: a file named by the
 * user must be an ELF file or a wheel, and every file must be readable. */
static const char *look_at(const char *path, int named, walk_visit *visit, void *context)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | (named ? 0 : O_NOFOLLOW));
    char magic[4] = "";
    ssize_t got = fd < 0 ? -1 : pread(fd, magic, sizeof magic, 0);
    int error = errno;
    size_t length = strlen(path);

    if (fd >= 0)
        close(fd);
    if (got < 0)
        return error == ESPIPE ? "not a regular file" : strerror(error);
    if (memcmp(magic, "\177ELF", 4) == 0)
        visit(context, path, WALK_ELF);
    else if (memcmp(magic, "PK\3\4", 4) == 0 &&
             (named || strcmp(path + length - (length < 4 ? length : 4), ".whl") == 0))
        visit(context, path, WALK_WHEEL);
    else if (named)
        return "neither an ELF file nor a wheel";
    return NULL;
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

void walk_files(const char *path, walk_visit *visit, walk_unreadable *unreadable, void *context)
{
    FTS *tree = fts_open((char *[]){(char *)path, NULL}, FTS_COMFOLLOW | FTS_PHYSICAL | FTS_NOCHDIR,
                         by_name);

    if (!tree)
        unreadable(context, path, strerror(errno));
    for (FTSENT *at; tree && (at = fts_read(tree));) {
        int named = at->fts_level == FTS_ROOTLEVEL, info = at->fts_info;
        const char *why = NULL;

        if (info == FTS_D && at->fts_level > DEEPEST) {
            why = "too deep";
            fts_set(tree, at, FTS_SKIP);
        } else if (info == FTS_DNR || info == FTS_NS || info == FTS_ERR) {
            why = strerror(at->fts_errno);
        } else if (info == FTS_F || (named && info == FTS_SLNONE)) {
            why = look_at(at->fts_path, named, visit, context);
        } else if (named && info == FTS_DEFAULT) {
            why = "not a regular file";
        }
        if (why)
            unreadable(context, at->fts_path, why);
    }
    if (tree)
        fts_close(tree);
}

static int is_shown(const struct dirent *entry)
{
    return *entry->d_name != '.';
}

int walk_names(const char *path, struct strings *names)
{
    struct dirent **list = NULL;
    int count = scandir(path, &list, is_shown, versionsort);

    for (int i = 0; i < count; i++) {
        strings_add(names, list[i]->d_name, strlen(list[i]->d_name));
        free(list[i]);
    }
    free(list);
    return count < 0 ? -1 : 0;
}
