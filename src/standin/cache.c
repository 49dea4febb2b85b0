/* Finds or makes the cache of stand-ins.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "standin/cache.h"
#include "common/files/root.h"
#include "common/text/memory.h"
#include "standin/elf/atomic_file.h"
#include "standin/private_folder.h"
#include "standin/template/templates.h"
#include <errno.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

int cache_refuse(struct cache *cache, const char *folder, const char *reason, const char *remedy)
{
    snprintf(cache->why, CACHE_WHY, "%.200s: %.90s: %.90s", folder, reason, remedy);
    return -1;
}

static enum cache_state unusable(struct cache *cache, const char *folder, const char *reason)
{
    cache_refuse(cache, folder, reason, CACHE_ELSEWHERE);
    return CACHE_UNUSABLE;
}

/* Makes a folder that no other user can write to. */
static enum cache_state make_private(struct cache *cache, const char *path)
{
    struct stat facts;

    if ((mkdir(path, 0700) != 0 && errno != EEXIST) || lstat(path, &facts) != 0)
        return unusable(cache, path, strerror(errno));
    if (!S_ISDIR(facts.st_mode) || facts.st_uid != geteuid())
        cache_refuse(cache, path, "is not a folder of yours", CACHE_ELSEWHERE);
    else if (facts.st_mode & (S_IWGRP | S_IWOTH))
        cache_refuse(cache, path, "others can write there", "chmod go-w");
    else
        return CACHE_READY;
    return CACHE_UNTRUSTED;
}

/* Returns 1 if the process can write to everybody's files. In a user namespace with one user, as
 * `unshare -r` makes it, / belongs to nobody; the process is then an ordinary user. */
static int is_superuser(void)
{
    struct stat facts;

    return geteuid() == 0 && stat("/", &facts) == 0 && facts.st_uid == 0;
}

/* Makes the folder above the cache, whose real path replaces it: another user may own a link in the
 * path as it is written. For ordinary users only the cache itself is checked, because the folders
 * above are often writable for a group. */
static enum cache_state make_base(struct cache *cache, char **base)
{
    int made = mkdir(*base, 0700) == 0;
    char *real = made || errno == EEXIST || errno == EROFS ? realpath(*base, NULL) : NULL;
    struct statvfs disk;

    if (!real)
        return unusable(cache, *base, strerror(errno));
    free(*base);
    *base = real;
    if (statvfs(real, &disk) != 0)
        return unusable(cache, real, strerror(errno));
    if (disk.f_flag & ST_NOEXEC)
        return unusable(cache, real, "is mounted noexec");
    const char *wrong = is_superuser() ? private_folder_check(real) : NULL;
    if (!wrong)
        return CACHE_READY;
    if (made)
        rmdir(real);
    cache_refuse(cache, real, wrong, CACHE_ELSEWHERE);
    return CACHE_FOREIGN;
}

static const char *write_python(const char *folder)
{
    OWNED(memory) char *path = memory_print("%s/sitecustomize.py", folder);
    OWNED(memory) char *now = root_text("", path);
    struct atomic_file file;

    if (now && strlen(now) == sizeof sitecustomize_py &&
        memcmp(now, sitecustomize_py, sizeof sitecustomize_py) == 0)
        return NULL; /* the cache may be read-only by now */
    if (atomic_file_begin(&file, path, 0666) != 0)
        return strerror(errno);
    errno = ENOSPC; /* for a part of it */
    ssize_t put = write(file.fd, sitecustomize_py, sizeof sitecustomize_py);
    return atomic_file_end(&file, put == (ssize_t)sizeof sitecustomize_py ? NULL : strerror(errno));
}

enum cache_state cache_open(struct cache *cache)
{
    const char *named = getenv("XDG_CACHE_HOME"), *home = getenv("HOME"), *wrong;
    OWNED(memory) char *base = NULL;
    if (named && *named == '/')
        base = memory_copy(named);
    else if (home && *home == '/')
        base = memory_print("%s/.cache", home);
    if (!base) {
        cache_refuse(cache, "no cache", "neither XDG_CACHE_HOME nor HOME names a folder",
                     "set one of them");
        return CACHE_UNUSABLE;
    }
    enum cache_state state = make_base(cache, &base);
    if (state != CACHE_READY)
        return state;
    OWNED(memory) char *ours = memory_print("%s/lazynccl", base);
    cache->folder = memory_print("%s/stand-ins", ours);
    if ((state = make_private(cache, ours)) != CACHE_READY ||
        (state = make_private(cache, cache->folder)) != CACHE_READY)
        return state;
    return (wrong = write_python(cache->folder)) ? unusable(cache, cache->folder, wrong)
                                                 : CACHE_READY;
}

int cache_open_private(struct cache *cache)
{
    const char *reason, *wrong;

    cache->folder = private_folder_make(&reason);
    if (!cache->folder) {
        snprintf(cache->why, CACHE_WHY, "%s", reason);
        return -1;
    }
    wrong = write_python(cache->folder);
    return wrong ? cache_refuse(cache, cache->folder, wrong, "set TMPDIR to another folder") : 0;
}

void cache_free(struct cache *cache)
{
    free(cache->folder);
    strings_free(&cache->in_way);
    strings_free(&cache->seen);
}
