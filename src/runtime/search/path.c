/* Splits paths and examines files.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/search/path.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

const char *lazynccl_called_as(void)
{
    const char *found = (const char *)getauxval(AT_EXECFN);
    const char *name = *program_invocation_name == '/' ? program_invocation_name : found;

    return name && *name == '/' ? name : NULL;
}

size_t lazynccl_folder_length(const char *file)
{
    const char *slash = file ? strrchr(file, '/') : NULL;

    return slash ? (size_t)(slash - file) : 0;
}

size_t lazynccl_site_length(const char *path)
{
    size_t best = 0;

    for (const char *at = path; (at = strchr(at, '/')); at++)
        if ((strncmp(at, "/site-packages", 14) == 0 || strncmp(at, "/dist-packages", 14) == 0) &&
            (at[14] == '/' || at[14] == '\0'))
            best = (size_t)(at - path) + 14;
    return best;
}

int lazynccl_is_for_linking(const char *path)
{
    const char *name = path + strlen(path);

    while (name > path && (*name != '/' || name[-1] == '/'))
        name--;
    for (int left = 6; left > 0; left--) /* the first strncmp() would cost 700 instructions more */
        if (name - path < left || name[-left] != "/stubs"[6 - left])
            return 0;
    return 1;
}

int lazynccl_exists(const char *path)
{
    char target;

    /* unlike access(), also finds a dangling link */
    return readlink(path, &target, 1) >= 0 || (errno != ENOENT && errno != ENOTDIR);
}

/* Not stat(): its symbol is newer than manylinux2014 allows. MemorySanitizer does not see what a
 * system call writes, so callers set the facts to 0 first. */
int lazynccl_path_facts(const char *path, int flags, struct stat *facts)
{
#ifdef SYS_newfstatat
    return (int)syscall(SYS_newfstatat, AT_FDCWD, path, facts, flags);
#else /* 32 bits: the kernel's struct is another */
    return fstatat(AT_FDCWD, path, facts, flags);
#endif
}

int lazynccl_is_folder(const char *path)
{
    struct stat facts = {0};

    if (lazynccl_path_facts(path, 0, &facts) < 0)
        return 0;
    errno = ENOTDIR;
    return S_ISDIR(facts.st_mode);
}

int lazynccl_is_transient(int error)
{
    return error == EMFILE || error == ENFILE || error == ENOMEM || error == EINTR ||
           error == EIO || error == ESTALE || error == ETIMEDOUT;
}

int lazynccl_is_inconclusive(int error, int named)
{
    switch (error) {
    case 0:
    case ENOENT:
    case ENOTDIR:
    case ELOOP:
    case ENAMETOOLONG:
    case EACCES:
    case EPERM:
    case EISDIR:
    case ENXIO:  /* a socket */
    case ENOTTY: /* not of the file: a tool's malloc() asked isatty() */
        return 0;
    }
    return named || lazynccl_is_transient(error);
}

int lazynccl_folder_private(const char *folder)
{
    struct stat facts = {0};

    return lazynccl_path_facts(folder, 0, &facts) == 0 &&
           (facts.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

int lazynccl_same_file(const char *a, const char *b)
{
    struct stat first = {0}, second = {0};

    return lazynccl_path_facts(a, 0, &first) == 0 && lazynccl_path_facts(b, 0, &second) == 0 &&
           first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

char **lazynccl_folder_names(struct lazynccl_arena *arena, const char *folder, const char *start)
{
    struct dirent **all = NULL;
    int count = scandir(folder, &all, NULL, NULL);
    size_t bytes = (size_t)(count + 1) * sizeof(char *);
    char **names = count < 0 ? NULL : lazynccl_arena_take(arena, bytes), **end = names;

    for (int i = 0; i < count; free(all[i++]))
        if (end && *all[i]->d_name != '.' && strncmp(all[i]->d_name, start, strlen(start)) == 0)
            *end++ = lazynccl_arena_copy(arena, all[i]->d_name, strlen(all[i]->d_name));
    free(all);
    if (end)
        *end = NULL;
    return names;
}
