/* Makes stand-ins in the user's cache.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/standin/cache.h"
#include "search/view.h"
#include "standin/standin-templates.h"
#include "tool/standin/code.h"
#include "tool/standin/importers.h"
#include "tool/standin/whole.h"
#include "tool/text/memory.h"
#include "tool/wheels/sha256.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* Makes a folder that nobody else can write to. Returns 0, or -1 with the reason. */
static int make_private(const char *path, char why[400])
{
    struct stat facts;

    if (mkdir(path, 0700) != 0 && errno != EEXIST)
        snprintf(why, 400, "%s", strerror(errno));
    else if (lstat(path, &facts) != 0)
        snprintf(why, 400, "%s", strerror(errno));
    else if (!S_ISDIR(facts.st_mode) || facts.st_uid != geteuid())
        snprintf(why, 400, "is not a folder of yours");
    else if (facts.st_mode & (S_IWGRP | S_IWOTH))
        snprintf(why, 400, "others can write there: chmod go-w");
    else
        return 0;
    return -1;
}

static const char *write_python(const char *folder)
{
    OWNED(memory) char *path = memory_print("%s/sitecustomize.py", folder);
    struct whole file;

    if (whole_begin(&file, path, 0666) != 0)
        return strerror(errno);
    ssize_t put = write(file.fd, sitecustomize_py, sizeof sitecustomize_py);
    return whole_end(&file, put == (ssize_t)sizeof sitecustomize_py ? NULL
                            : put < 0                               ? strerror(errno)
                                                                    : strerror(ENOSPC));
}

char *cache_folder(char why[400])
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME"), *wrong;
    OWNED(memory)
    char *base = cache && *cache == '/' ? memory_copy(cache)
                 : home && *home == '/' ? memory_print("%s/.cache", home)
                                        : NULL;
    OWNED(memory) char *ours = memory_print("%s/lazynccl", base ? base : "");
    char *folder = memory_print("%s/stand-ins", ours);
    struct statvfs disk;

    if (!base)
        snprintf(why, 400, "no cache: neither XDG_CACHE_HOME nor HOME names a folder");
    else if ((mkdir(base, 0700) != 0 && errno != EEXIST && errno != EROFS) ||
             statvfs(base, &disk) != 0)
        snprintf(why, 400, "%s", strerror(errno));
    else if (disk.f_flag & ST_NOEXEC)
        snprintf(why, 400, "is mounted noexec: set XDG_CACHE_HOME to another place");
    else if (make_private(ours, why) == 0 && make_private(folder, why) == 0) {
        if (!(wrong = write_python(folder)))
            return folder;
        snprintf(why, 400, "%s", wrong);
    }
    if (base) {
        OWNED(memory) char *reason = memory_copy(why);

        snprintf(why, 400, "%.250s: %.140s", folder, reason);
    }
    free(folder);
    return NULL;
}

/* What tells a file from every other, and from what it was. */
static void key_of(const char *path, const struct stat *facts, char key[SHA256_TEXT])
{
    const struct code_machine *machine = code_machine_of(LAZYNCCL_ELF_MACHINE);
    OWNED(memory)
    char *text = memory_print("%s %llu %llu %lld %lld.%ld", path, (unsigned long long)facts->st_dev,
                              (unsigned long long)facts->st_ino, (long long)facts->st_size,
                              (long long)facts->st_mtim.tv_sec, facts->st_mtim.tv_nsec);
    struct sha256 sha;

    sha256_begin(&sha);
    sha256_add(&sha, text, strlen(text));
    if (machine)
        sha256_add(&sha, machine->template, machine->size);
    sha256_end(&sha, key);
    key[16] = '\0';
}

/* Makes FOLDER/SONAME/BELOW and the folders above. */
static int make_folders(const char *folder, const char *soname, const char *below)
{
    OWNED(memory) char *path = memory_print("%s/%s/%s", folder, soname, below);

    for (char *slash = path + strlen(folder); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0700) != 0 && errno != EEXIST)
            return -1;
        *slash = '/';
    }
    return mkdir(path, 0700) != 0 && errno != EEXIST ? -1 : 0;
}

/* Why a library stays real; NULL: its stand-in is there now. */
static const char *make(const char *path, const char *site, const char *below, const char *into)
{
    struct real real;
    const char *why = real_open(&real, path), *name = strings_base_name(path);

    if (why)
        return why;
    if (strcmp(real.file.soname, name) != 0) {
        why = "its file is not named like its SONAME";
    } else if (real.data_count) {
        struct importers all = importers_find(site);

        why = importers_reason(&all, &real);
        importers_free(&all);
    }
    OWNED(memory) char *package = job_package(name);
    if (!why)
        why = make_at(&real, &(struct make_hints){below, package, name}, into);
    real_close(&real);
    return why;
}

static void put(struct job *job, const char *cache, const char *site, const char *path,
                struct strings *folders)
{
    const char *soname = strings_base_name(path), *why;
    OWNED(memory) char *folder = memory_folder(path);
    const char *below = folder + strlen(site) + 1;
    char key[SHA256_TEXT];
    struct stat facts;

    if (real_companion_of(soname) || job_keeps(job, soname, NULL) || stat(path, &facts) != 0)
        return;
    key_of(path, &facts, key);
    OWNED(memory) char *own = memory_print("%s/%s", cache, key);
    OWNED(memory) char *in = memory_print("%s/%s/%s", own, soname, below);
    OWNED(memory) char *into = memory_print("%s/%s", in, soname);
    OWNED(memory) char *stays = memory_print("%s/real", own); /* known to stay real */

    if (access(stays, F_OK) == 0)
        return;
    if (access(into, R_OK) != 0) {
        if (make_folders(own, soname, below) != 0)
            why = strerror(errno);
        else if ((why = make(path, site, below, into)))
            close(open(stays, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
        if (why) {
            job_tell(job, "real", path, NULL, 0, why);
            return;
        }
    }
    strings_add(folders, in, strlen(in));
    job->made++;
}

void cache_site(struct job *job, const char *cache, const char *site, struct strings *folders)
{
    OWNED(memory) char *pattern = memory_print("%s/nvidia/*/lib/*.so*", site);
    glob_t found = {0};

    if (glob(pattern, 0, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc; i++)
            put(job, cache, site, found.gl_pathv[i], folders);
    globfree(&found);
}
