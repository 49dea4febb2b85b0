/* Keeps what was read of each library, by device and inode.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/files/elf_cache.h"
#include "search/view.h"
#include "tool/text/memory.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static struct entry {
    struct entry *next;
    dev_t device;
    ino_t inode;
    struct elf_file file;
    char *why;                             /* NULL: it could be read */
    const struct lazynccl_description *is; /* `version` is of it as that library; NULL: not read */
    int version;
} * all; /* of this process, until main() frees it */

static struct entry *look_up(const char *path, const char **why)
{
    struct entry *entry = all;
    struct stat facts;

    if (stat(path, &facts) != 0) {
        *why = strerror(errno);
        return NULL;
    }
    while (entry && !(entry->inode == facts.st_ino && entry->device == facts.st_dev))
        entry = entry->next;
    if (entry)
        return entry;
    entry = memory_get(1, sizeof *entry);
    *entry = (struct entry){.next = all, .device = facts.st_dev, .inode = facts.st_ino};
    const char *reason = elf_file_open(&entry->file, path);
    entry->why = memory_copy(reason);
    return all = entry;
}

const struct elf_file *elf_cache_get(const char *path, const char **why)
{
    struct entry *entry = look_up(path, why);

    if (entry && entry->why)
        *why = entry->why;
    return entry && !entry->why ? &entry->file : NULL;
}

int elf_cache_version(const struct lazynccl_description *is, const char *path)
{
    const char *why;
    struct entry *entry = look_up(path, &why);

    if (!entry)
        return 0;
    if (entry->is != is) {
        entry->is = is;
        entry->version = lazynccl_version_in_file(is, path);
    }
    return entry->version;
}

void elf_cache_free(void)
{
    while (all) {
        struct entry *next = all->next;

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
