/* Makes and removes folders of single processes below TMPDIR.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A folder's name is TMPDIR/lazynccl-UID-NAMESPACE-PID-START-XXXXXX. A later process, or one in
 * another container, may have the same PID, but not the same namespace and start time. execve
 * changes none of them, but ends `lazynccl run`, so that the next `run` must remove the folder.
 * Libraries are loaded from the folder, so no other user may be able to replace it. */
#include "standin/private_folder.h"
#include "common/text/memory.h"
#include "standin/template/identity.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

static const char *parent_folder(void)
{
    const char *named = getenv("TMPDIR");

    return named && *named ? named : "/tmp";
}

unsigned long long private_folder_start(int pid)
{
    OWNED(memory) char *path = memory_print("/proc/%d/stat", pid);

    return lazynccl_identity_start(path, NULL);
}

int private_folder_is_superuser(void)
{
    struct stat status;

    return geteuid() == 0 && stat("/", &status) == 0 && status.st_uid == 0;
}

static int is_foreign(const struct stat *status)
{
    return status->st_uid != 0 && status->st_uid != geteuid();
}

int private_folder_is_writable(const char *folder)
{
    struct stat status;

    return lstat(folder, &status) == 0 &&
           (is_foreign(&status) || status.st_mode & (S_IWGRP | S_IWOTH));
}

const char *private_folder_check(const char *folder)
{
    OWNED(memory) char *part = memory_copy(folder);
    struct stat status;

    for (size_t length = strlen(part); length > 0;) {
        part[length] = '\0';
        if (lstat(*part ? part : "/", &status) != 0)
            return strerror(errno);
        if (is_foreign(&status))
            return "belongs to another user, or a folder above does";
        if (status.st_mode & (S_IWGRP | S_IWOTH) && !(status.st_mode & S_ISVTX))
            return "others can write there, or to a folder above";
        while (length > 0 && part[--length] != '/')
            ;
    }
    return NULL;
}

static char *fail(const char **why, const char *reason)
{
    static char text[300];

    snprintf(text, sizeof text, "%.120s: %.90s: set TMPDIR to another folder", parent_folder(),
             reason);
    *why = text;
    return NULL;
}

char *private_folder_make(int pid, const char **why)
{
    OWNED(memory) char *above = realpath(parent_folder(), NULL);
    struct statvfs disk;
    const char *wrong;

    if (!above || statvfs(above, &disk) != 0)
        return fail(why, strerror(errno));
    if (disk.f_flag & ST_NOEXEC)
        return fail(why, "is mounted noexec");
    if ((wrong = private_folder_check(above)))
        return fail(why, wrong);
    char *folder = memory_print("%s/lazynccl-%u-%llu-%d-%llu-XXXXXX", above, (unsigned)geteuid(),
                                (unsigned long long)lazynccl_identity_namespace(), pid,
                                private_folder_start(pid));
    if (mkdtemp(folder))
        return folder;
    int error = errno;
    free(folder);
    return fail(why, strerror(error));
}

int private_folder_is_alive(int pid, unsigned long long start, unsigned long long space)
{
    if (!space || !start || space != lazynccl_identity_namespace())
        return 1;
    unsigned long long now = private_folder_start(pid);
    return now ? now == start : kill(pid, 0) == 0 || errno != ESRCH;
}

/* Returns 1 if the folder's process, of this user and namespace, has ended; 0 without /proc. */
static int has_ended(const char *name)
{
    unsigned user;
    unsigned long long space, start;
    int pid, length = 0;

    if (sscanf(name, "lazynccl-%u-%llu-%d-%llu-%n", &user, &space, &pid, &start, &length) != 4 ||
        strlen(name) != (size_t)length + 6 || user != geteuid() || pid <= 0)
        return 0;
    return !private_folder_is_alive(pid, start, space);
}

/* Removes a folder of this user, unless its mode has one of these bits. Follows no link. */
static void remove_folder(int above, const char *name, mode_t refused)
{
    int fd = openat(above, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *folder = fdopendir(fd); /* NULL if `fd` is -1 */
    struct stat status;

    if (!folder || fstat(fd, &status) != 0 || status.st_uid != geteuid() ||
        status.st_mode & refused) {
        if (folder)
            closedir(folder);
        return;
    }
    for (struct dirent *entry; (entry = readdir(folder));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            private_folder_remove(fd, entry->d_name);
    closedir(folder);
    unlinkat(above, name, AT_REMOVEDIR);
}

/* Ignores the mode of inner folders, because Python makes its __pycache__ readable to others. */
void private_folder_remove(int above, const char *name)
{
    if (unlinkat(above, name, 0) != 0)
        remove_folder(above, name, 0);
}

void private_folder_clean(void)
{
    DIR *folder = opendir(parent_folder());

    for (struct dirent *entry; folder && (entry = readdir(folder));)
        if (strncmp(entry->d_name, "lazynccl-", 9) == 0 && has_ended(entry->d_name))
            remove_folder(dirfd(folder), entry->d_name, S_IRWXG | S_IRWXO);
    if (folder)
        closedir(folder);
}
