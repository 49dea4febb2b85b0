/* Keeps what was read of each library, by device and inode.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/files/elf_cache.h"
#include "search/file_version.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static struct seen {
    struct seen *next;
    dev_t device;
    ino_t inode;
    struct elf_file file;
    char *why;                             /* NULL: it could be read */
    const struct lazynccl_description *is; /* `version` is of it as that library; NULL: not read */
    int version;
} * all;

static struct seen *look_up(const char *path, const char **why)
{
    struct seen *seen = all;
    struct stat facts;

    *why = "out of memory";
    if (stat(path, &facts) != 0) {
        *why = strerror(errno);
        return NULL;
    }
    while (seen && !(seen->inode == facts.st_ino && seen->device == facts.st_dev))
        seen = seen->next;
    if (seen || !(seen = calloc(1, sizeof *seen)))
        return seen;
    *seen = (struct seen){.next = all, .device = facts.st_dev, .inode = facts.st_ino};
    const char *reason = elf_file_open(&seen->file, path);
    if (reason)
        seen->why = strdup(reason);
    return all = seen;
}

const struct elf_file *elf_cache_get(const char *path, const char **why)
{
    struct seen *seen = look_up(path, why);

    if (seen && seen->why)
        *why = seen->why;
    return seen && !seen->why ? &seen->file : NULL;
}

int elf_cache_version(const struct lazynccl_description *is, const char *path)
{
    const char *why;
    struct seen *seen = look_up(path, &why);

    if (!seen)
        return 0;
    if (seen->is != is) {
        seen->is = is;
        seen->version = lazynccl_version_in_file(is, path);
    }
    return seen->version;
}

void elf_cache_forget(void)
{
    while (all) {
        struct seen *next = all->next;

        if (!all->why)
            elf_file_close(&all->file);
        free(all->why);
        free(all);
        all = next;
    }
}

int elf_cache_same_file(const char *a, const char *b)
{
    struct stat x, y;

    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}
