/* Keeps the facts that were read about each ELF file, by device and inode.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/files/elf_cache.h"
#include "common/files/file_version.h"
#include "common/files/scan.h"
#include "common/text/memory.h"
#include <errno.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

static struct entry {
    struct entry *next;
    dev_t device;
    ino_t inode;
    /* how much was read: HEAD is without versions and symbols, LINKS without defined symbols */
    enum level { HEAD, LINKS, WHOLE } level;
    struct elf_file file;
    const char *why;                         /* NULL: the file could be read */
    const struct lazynccl_description *desc; /* of `version`; NULL: no version was read */
    int version;
} * all; /* never freed */

static const char *open_at(struct elf_file *file, const char *path, enum level level)
{
    const char *why = elf_file_head(file, path);

    if (!why && level > HEAD)
        return elf_file_symbols(file, level == LINKS);
    if (!why)
        elf_file_end(file);
    return why;
}

/* Finds the entry of a path, or reads it. */
static struct entry *look_up(const char *path, enum level level)
{
    static struct entry absent;
    struct entry *entry = all, *shallower = &absent;
    struct stat facts;

    if (stat(path, &facts) != 0) {
        absent.why = strerror(errno);
        return &absent;
    }
    for (; entry; entry = entry->next) {
        int is_same = entry->inode == facts.st_ino && entry->device == facts.st_dev;

        if (is_same && entry->level >= level)
            return entry;
        if (is_same)
            shallower = entry;
    }
    entry = memory_get(1, sizeof *entry);
    *entry = (struct entry){.next = all,
                            .device = facts.st_dev,
                            .inode = facts.st_ino,
                            .level = level,
                            .desc = shallower->desc,
                            .version = shallower->version};
    entry->why = memory_copy(open_at(&entry->file, path, level));
    return all = entry;
}

static const struct elf_file *get(const char *path, enum level level, const char **why)
{
    const struct entry *entry = look_up(path, level);

    if (why && entry->why)
        *why = entry->why;
    return entry->why ? NULL : &entry->file;
}

const struct elf_file *elf_cache_head(const char *path, const char **why)
{
    return get(path, HEAD, why);
}

const struct elf_file *elf_cache_get(const char *path, const char **why)
{
    return get(path, WHOLE, why);
}

const struct elf_file *elf_cache_links(const char *path, const char **why)
{
    return get(path, LINKS, why);
}

const char *elf_cache_refused(const struct elf_file *file, const char *root, const char *path)
{
    struct statvfs facts;

    if (file->refused || *root || statvfs(path, &facts) != 0 || !(facts.f_flag & ST_NOEXEC))
        return file->refused;
    return "its file system is mounted with noexec";
}

static int take_version(void *context, char before, const char *after)
{
    return *(int *)context = lazynccl_version_read(after);
}

/* Returns the release in the name of the companion library that the file opens, or 0 if unknown.
 * NVRTC needs exactly this release, and the folder may contain others. */
static int version_of_own_text(const struct lazynccl_description *desc, const struct entry *entry,
                               const char *path)
{
    int version = 0;

    if (desc->companion && !entry->why) {
        OWNED(memory)
        char *name = memory_copy_part(desc->companion, strcspn(desc->companion, "%"));

        scan_each(path, entry->file.constants, name, take_version, &version);
    }
    return version;
}

int elf_cache_version(const struct lazynccl_description *desc, const char *path)
{
    struct entry *entry = look_up(path, HEAD);

    if (entry->desc != desc) {
        entry->desc = desc;
        entry->version = version_of_own_text(desc, entry, path);
        if (!entry->version)
            entry->version = file_version_read(desc, path);
    }
    return entry->version;
}
