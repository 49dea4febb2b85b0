/* Finds or makes the cache of stand-ins.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "standin/cache.h"
#include "common/files/root.h"
#include "common/text/memory.h"
#include "standin/private_folder.h"
#include "standin/template/identity.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#define DAY (24 * 60 * 60L)
#define MONTH (30 * DAY)
#define POLL 20            /* milliseconds */
#define LONGEST_WAIT 10000 /* milliseconds, for another process that fills the cache */

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

/* Makes the folder above the cache, and replaces `*base` by its real path, because another user may
 * own a link in the path. For ordinary users only the cache itself is checked, because the folders
 * above it are often writable for a group. */
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
    const char *wrong = private_folder_is_superuser() ? private_folder_check(real) : NULL;
    if (!wrong)
        return CACHE_READY;
    if (made)
        rmdir(real);
    cache_refuse(cache, real, wrong, CACHE_ELSEWHERE);
    return CACHE_FOREIGN;
}

enum cache_state cache_open(struct cache *cache)
{
    const char *named = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
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
    state = make_private(cache, ours);
    return state == CACHE_READY ? make_private(cache, cache->folder) : state;
}

int cache_open_private(struct cache *cache, int owner)
{
    const char *reason;

    cache->is_private = 1;
    cache->folder = private_folder_make(owner, &reason);
    if (cache->folder)
        return 0;
    snprintf(cache->why, CACHE_WHY, "%s", reason);
    return -1;
}

/* Keeps a set from being removed. Writes at most once a day, to spare shared file systems. */
static void note_use(const char *set)
{
    OWNED(memory) char *manifest = memory_print("%s/manifest", set);
    struct stat facts;

    if (stat(manifest, &facts) == 0 && time(NULL) - facts.st_mtime > DAY)
        (void)!utimensat(AT_FDCWD, manifest, NULL, 0); /* the cache may be read-only */
}

/* Returns 1 if the process that holds a lock has ended. Returns 0 for a process on another host. */
static int has_ended(const char *owner)
{
    unsigned long long space, start;
    char host[HOST_NAME_MAX + 1] = "";
    int pid, at = 0;

    gethostname(host, sizeof host - 1);
    return sscanf(owner, "%d-%llu-%llu-%n", &pid, &start, &space, &at) == 3 && at &&
           strcmp(owner + at, host) == 0 && !private_folder_is_alive(pid, start, space);
}

/* Returns the text of a lock, which identifies this process. To be freed. */
static char *owner_text(void)
{
    char host[HOST_NAME_MAX + 1] = "";
    int pid = getpid();

    gethostname(host, sizeof host - 1);
    return memory_print("%d-%llu-%llu-%s", pid, private_folder_start(pid),
                        (unsigned long long)lazynccl_identity_namespace(), host);
}

enum lock { LOCK_TAKEN, LOCK_NOT_NEEDED, LOCK_TIMED_OUT, LOCK_IMPOSSIBLE };

/* Takes a lock, or waits until another process has completed the set. The lock is a symbolic link,
 * which is atomic on every file system and whose target names the owner. */
static enum lock take_lock(const char *lock, const char *set)
{
    OWNED(memory) char *own = owner_text();

    for (int waited = 0; symlink(own, lock) != 0; waited += POLL) {
        char owner[HOST_NAME_MAX + 80] = "";
        int timed_out = waited >= LONGEST_WAIT;

        if (errno != EEXIST)
            return LOCK_IMPOSSIBLE;
        if (readlink(lock, owner, sizeof owner - 1) > 0 && (timed_out || has_ended(owner)))
            unlink(lock); /* if another process holds it by now, both write the same files */
        if (timed_out)
            return LOCK_TIMED_OUT;
        if (set_is_whole(set))
            return LOCK_NOT_NEEDED;
        nanosleep(&(struct timespec){.tv_nsec = POLL * 1000000L}, NULL);
    }
    return LOCK_TAKEN;
}

static enum cache_state make_set(struct cache *cache, const struct set_plan *plan)
{
    OWNED(memory) char *shared = memory_print("%s/files", cache->folder);
    const char *wrong;

    if (set_is_whole(cache->set))
        return CACHE_READY; /* the last owner of the lock completed it */
    if (mkdir(shared, 0700) != 0 && errno != EEXIST)
        return unusable(cache, shared, strerror(errno));
    wrong = set_make(plan, cache->set, cache->is_private ? NULL : shared);
    return wrong ? unusable(cache, cache->set, wrong) : CACHE_READY;
}

enum cache_state cache_fill(struct cache *cache, const struct set_plan *plan)
{
    char key[SET_KEY + 1];

    set_key(plan, key);
    cache->set = memory_print("%s/%s", cache->folder, key);
    if (set_is_whole(cache->set)) {
        note_use(cache->set);
        return CACHE_READY;
    }
    OWNED(memory) char *lock = memory_print("%s.lock", cache->set);
    switch (take_lock(lock, cache->set)) {
    case LOCK_NOT_NEEDED:
        return CACHE_READY;
    case LOCK_TIMED_OUT:
        return unusable(cache, cache->set, "another process does not complete it");
    default:
        break; /* if no lock is possible: each file is written whole or not at all */
    }
    enum cache_state state = make_set(cache, plan);
    unlink(lock);
    if (state == CACHE_READY)
        cache_clean(cache, MONTH);
    return state;
}

/* Returns when a set was last used, or another entry was last written; 0 if unknown. */
static time_t last_use(int folder, const char *name)
{
    OWNED(memory) char *manifest = memory_print("%s/manifest", name);
    struct stat facts;

    return fstatat(folder, manifest, &facts, AT_SYMLINK_NOFOLLOW) == 0 ||
                   fstatat(folder, name, &facts, AT_SYMLINK_NOFOLLOW) == 0
               ? facts.st_mtime
               : 0;
}

/* Removes stand-ins that no set links, unless written since `until`: a set may link them soon. */
static void clean_shared(int above, time_t until)
{
    int fd = openat(above, "files", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;
    struct stat facts;

    for (struct dirent *entry; folder && (entry = readdir(folder));)
        if (fstatat(fd, entry->d_name, &facts, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISREG(facts.st_mode) && facts.st_nlink == 1 && facts.st_mtime < until)
            unlinkat(fd, entry->d_name, 0);
    if (folder)
        closedir(folder);
}

int cache_clean(const struct cache *cache, long age)
{
    DIR *folder = opendir(cache->folder);
    time_t now = time(NULL);
    int removed = 0;

    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        time_t used = last_use(dirfd(folder), entry->d_name);

        if (*entry->d_name == '.' || strcmp(entry->d_name, "files") == 0 || now - used < age)
            continue;
        removed += strlen(entry->d_name) == SET_KEY;
        private_folder_remove(dirfd(folder), entry->d_name);
    }
    if (folder) {
        clean_shared(dirfd(folder), now - (age ? DAY : -DAY)); /* age 0: removes new ones, too */
        closedir(folder);
    }
    return removed;
}

void cache_free(struct cache *cache)
{
    free(cache->folder);
    free(cache->set);
    cache->folder = cache->set = NULL;
}
