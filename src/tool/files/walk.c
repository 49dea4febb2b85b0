/* Walks folders and tells ELF files and wheels from the rest by their first bytes.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/files/walk.h"
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEEPEST 100

struct walk {
    walk_visit *visit;
    walk_unreadable *unreadable;
    void *context;
};

/* A file by its first bytes. `named`: on the command line, so it must be an ELF file or a wheel. */
static void look_at(const struct walk *walk, const char *path, int named)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | (named ? 0 : O_NOFOLLOW));
    char magic[4] = "";
    ssize_t got = fd < 0 ? -1 : pread(fd, magic, sizeof magic, 0);
    int error = errno;
    size_t length = strlen(path);

    if (fd >= 0)
        close(fd);
    if (got < 0)
        walk->unreadable(walk->context, path,
                         error == ESPIPE ? "not a regular file" : strerror(error));
    else if (memcmp(magic, "\177ELF", 4) == 0)
        walk->visit(walk->context, path, WALK_ELF);
    else if (memcmp(magic, "PK\3\4", 4) == 0 &&
             (named || strcmp(path + length - (length < 4 ? length : 4), ".whl") == 0))
        walk->visit(walk->context, path, WALK_WHEEL);
    else if (named)
        walk->unreadable(walk->context, path, "neither an ELF file nor a wheel");
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

static void walk_folder(const struct walk *walk, const char *path)
{
    FTS *tree = fts_open((char *[]){(char *)path, NULL}, FTS_COMFOLLOW | FTS_PHYSICAL | FTS_NOCHDIR,
                         by_name);

    for (FTSENT *at; tree && (at = fts_read(tree));)
        if (at->fts_info == FTS_D && at->fts_level > DEEPEST) {
            walk->unreadable(walk->context, at->fts_path, "too deep");
            fts_set(tree, at, FTS_SKIP);
        } else if (at->fts_info == FTS_DNR || at->fts_info == FTS_NS || at->fts_info == FTS_ERR) {
            walk->unreadable(walk->context, at->fts_path, strerror(at->fts_errno));
        } else if (at->fts_info == FTS_F) {
            look_at(walk, at->fts_path, 0);
        }
    if (tree)
        fts_close(tree);
}

void walk_files(const char *path, walk_visit *visit, walk_unreadable *unreadable, void *context)
{
    struct walk walk = {visit, unreadable, context};
    struct stat facts;

    if (stat(path, &facts) != 0)
        unreadable(context, path, strerror(errno));
    else if (S_ISDIR(facts.st_mode))
        walk_folder(&walk, path);
    else if (S_ISREG(facts.st_mode))
        look_at(&walk, path, 1);
    else
        unreadable(context, path, "not a regular file");
}
