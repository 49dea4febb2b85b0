/* Walks folders and tells ELF files and wheels from the rest by their first bytes.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/files/walk.h"
#include "tool/text/memory.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
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
static void look_at(const struct walk *walk, int folder, const char *name, const char *path,
                    int named)
{
    int fd = openat(folder, name,
                    O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | (named ? 0 : O_NOFOLLOW));
    char magic[4] = "";
    ssize_t got = fd < 0 ? -1 : pread(fd, magic, sizeof magic, 0);
    int error = errno;

    if (fd >= 0)
        close(fd);
    if (got < 0)
        walk->unreadable(walk->context, path,
                         error == ESPIPE ? "not a regular file" : strerror(error));
    else if (memcmp(magic, "\177ELF", 4) == 0)
        walk->visit(walk->context, path, WALK_ELF);
    else if (memcmp(magic, "PK\3\4", 4) == 0 &&
             (named || (strlen(name) > 4 && strcmp(name + strlen(name) - 4, ".whl") == 0)))
        walk->visit(walk->context, path, WALK_WHEEL);
    else if (named)
        walk->unreadable(walk->context, path, "neither an ELF file nor a wheel");
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int type_of(int folder, const struct dirent *entry)
{
    struct stat facts;

    if (entry->d_type != DT_UNKNOWN)
        return entry->d_type;
    if (fstatat(folder, entry->d_name, &facts, AT_SYMLINK_NOFOLLOW) != 0)
        return DT_UNKNOWN;
    return S_ISREG(facts.st_mode) ? DT_REG : S_ISDIR(facts.st_mode) ? DT_DIR : DT_LNK;
}

static void walk_folder(const struct walk *walk, int above, const char *name, const char *path,
                        int deep)
{
    int folder = openat(above, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | (deep ? O_NOFOLLOW : 0));
    struct dirent **list = NULL;
    int count = folder < 0 || deep > DEEPEST ? -1 : scandirat(folder, ".", &list, NULL, by_name);

    if (count < 0)
        walk->unreadable(walk->context, path, deep > DEEPEST ? "too deep" : strerror(errno));
    for (int i = 0; i < count; i++) {
        const char *entry = list[i]->d_name;
        int type = type_of(folder, list[i]), dots = !strcmp(entry, ".") || !strcmp(entry, "..");
        char *inside =
            dots || (type != DT_DIR && type != DT_REG)
                ? NULL
                : memory_print("%s%s%s", path, path[strlen(path) - 1] == '/' ? "" : "/", entry);

        if (inside && type == DT_DIR)
            walk_folder(walk, folder, entry, inside, deep + 1);
        else if (inside)
            look_at(walk, folder, entry, inside, 0);
        free(inside);
        free(list[i]);
    }
    free(list);
    if (folder >= 0)
        close(folder);
}

void walk_files(const char *path, walk_visit *visit, walk_unreadable *unreadable, void *context)
{
    struct walk walk = {visit, unreadable, context};
    struct stat facts;

    if (stat(path, &facts) != 0)
        unreadable(context, path, strerror(errno));
    else if (S_ISDIR(facts.st_mode))
        walk_folder(&walk, AT_FDCWD, path, path, 0);
    else if (S_ISREG(facts.st_mode))
        look_at(&walk, AT_FDCWD, path, path, 1);
    else
        unreadable(context, path, "not a regular file");
}
