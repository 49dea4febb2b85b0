/* What a folder, a site-packages or a prefix has to offer.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "search/folder.h"
#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static void note(struct lazynccl_looking *s, int wrong, const char *format, va_list list)
{
    struct lazynccl_candidate note = {.place = s->place, .wrong = wrong};
    char *text = NULL;

    if (vasprintf(&text, format, list) < 0)
        text = NULL;
    note.note = text ? text : "out of memory";
    s->visit(s->context, &note);
    free(text);
}

void lazynccl_say(struct lazynccl_looking *s, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    note(s, 0, format, list);
    va_end(list);
}

void lazynccl_blame(struct lazynccl_looking *s, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    note(s, 1, format, list);
    va_end(list);
}

/* Not stat(): its symbol is newer than manylinux2014 allows. */
static int facts_of(const char *path, struct stat *facts)
{
    return (int)syscall(SYS_newfstatat, -100 /* AT_FDCWD */, path, facts, 0);
}

/* A drop-in is put where its library is looked for, and so comes to itself, by some name. */
static int is_self(const struct lazynccl_looking *s, const char *path)
{
    char *module =
        s->view->walk && s->view->module ? lazynccl_inside(s->view, strdup(s->view->module)) : NULL;
    struct stat self, file;
    int same = module && facts_of(module, &self) == 0 && facts_of(path, &file) == 0 &&
               self.st_dev == file.st_dev && self.st_ino == file.st_ino;

    free(module);
    return same;
}

enum lazynccl_verdict lazynccl_offer(struct lazynccl_looking *s, const char *path,
                                     const char *soname, int handle)
{
    struct lazynccl_candidate candidate = {
        .place = s->place, .path = path, .soname = soname, .handle = handle};
    enum lazynccl_verdict verdict;

    if (!path && !soname && !handle)
        candidate.note = strerror(errno); /* too many links, or out of memory */
    if (path && !s->named && is_self(s, path)) {
        lazynccl_say(s, "%s: this drop-in itself", path); /* as is meant: no fault */
        return LAZYNCCL_NEXT;
    }
    verdict = s->visit(s->context, &candidate);
    if (verdict == LAZYNCCL_TAKEN)
        s->taken = s->stop = 1;
    return verdict;
}

char *lazynccl_join(const char *a, const char *b, const char *c)
{
    char *path = NULL;

    return asprintf(&path, "%s%s%s", a, b, c) < 0 ? NULL : path;
}

char *lazynccl_inside(const struct lazynccl_view *view, char *path)
{
    return path && view->inside ? view->inside(view, path) : path;
}

/* Offers folder/soname for each soname that is there. Returns how many there were. */
static int offer_sonames(struct lazynccl_looking *s, const char *folder)
{
    int found = 0;

    for (int i = 0; s->sonames[i] && !s->stop; i++) {
        char *path = lazynccl_inside(s->view, lazynccl_join(folder, "/", s->sonames[i]));

        if (path && lazynccl_exists(path)) {
            found++;
            lazynccl_offer(s, path, NULL, 0);
        }
        free(path);
    }
    return found;
}

/* A file's name by which a folder's library may go, if it has none of the soname. */
struct named {
    int rank; /* of its major among the sonames */
    char *name;
};

static int best_first(const void *a, const void *b)
{
    const struct named *x = a, *y = b;

    return x->rank != y->rank ? x->rank - y->rank : strverscmp(y->name, x->name);
}

/* Offers whatever else bears the library's name, the best major and the newest first. */
static int offer_named(struct lazynccl_looking *s, const char *folder, DIR *listing)
{
    struct named *list = NULL;
    int count = 0;

    for (struct dirent *entry; (entry = readdir(listing));) {
        int major = lazynccl_major_of(entry->d_name), rank = 0;

        while (s->sonames[rank] && lazynccl_major_of(s->sonames[rank]) != major)
            rank++;
        if (!s->sonames[rank] || !lazynccl_name_bears(s->sonames[0], entry->d_name))
            continue;
        struct named *longer = realloc(list, ((size_t)count + 1) * sizeof *list);
        char *name = lazynccl_join(folder, "/", entry->d_name);
        if (longer)
            list = longer;
        if (!longer || !name) {
            free(name);
            break;
        }
        list[count++] = (struct named){rank, name};
    }
    if (list)
        qsort(list, (size_t)count, sizeof *list, best_first);
    for (int i = 0; i < count; i++) {
        char *path = lazynccl_inside(s->view, list[i].name);

        if (path && !s->stop)
            lazynccl_offer(s, path, NULL, 0);
        free(path);
    }
    free(list);
    return count;
}

/* A folder of libraries: by soname, else by any name that the library bears. A folder that cannot
 * be listed may still let its files be opened. */
int lazynccl_offer_folder(struct lazynccl_looking *s, const char *folder)
{
    char *inside = lazynccl_inside(s->view, strdup(folder));
    DIR *listing = inside ? opendir(inside) : NULL;
    int error = errno, found = inside ? offer_sonames(s, folder) : 0;

    if (!found && listing)
        found = offer_named(s, folder, listing);
    if (!found && listing)
        lazynccl_say(s, "%s: no %s", folder, s->names);
    else if (!found)
        lazynccl_say(s, "%s: cannot be read: %s", folder, strerror(error));
    if (listing)
        closedir(listing);
    free(inside);
    return found;
}

/* The library's own folders below a site-packages. The newest soname decides, not the folder. */
int lazynccl_offer_wheel(struct lazynccl_looking *s, const char *site)
{
    const char *const *wheels = s->wanted->is->wheels;
    int found = 0;

    for (int i = 0; s->sonames[i] && !s->stop; i++)
        for (int w = 0; wheels[w] && !s->stop; w++) {
            char *path = NULL;

            if (asprintf(&path, "%s/%s/%s", site, wheels[w], s->sonames[i]) < 0)
                return found;
            if ((path = lazynccl_inside(s->view, path)) && lazynccl_exists(path)) {
                found++;
                lazynccl_offer(s, path, NULL, 0);
            }
            free(path);
        }
    if (!found)
        lazynccl_say(s, "%s: no %s in its %s", site, s->names, wheels[0] ? wheels[0] : "nvidia");
    return found;
}

/* The length of the path up to and with its last site-packages or dist-packages, or 0. */
size_t lazynccl_site_length(const char *path)
{
    size_t best = 0;

    for (const char *at = path; (at = strchr(at, '/')); at++)
        if ((strncmp(at, "/site-packages", 14) == 0 || strncmp(at, "/dist-packages", 14) == 0) &&
            (at[14] == '/' || at[14] == '\0'))
            best = (size_t)(at - path) + 14;
    return best;
}

char *lazynccl_folder_of(const char *file)
{
    const char *slash = file ? strrchr(file, '/') : NULL;

    return slash && slash > file ? strndup(file, (size_t)(slash - file)) : NULL;
}

/* 1 if only its owner and root can write to the folder: then what lies below may be trusted. */
int lazynccl_folder_private(const char *folder)
{
    struct stat facts;

    return facts_of(folder, &facts) == 0 && (facts.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

int lazynccl_offer_root(struct lazynccl_looking *s, const char *prefix)
{
    static const char *const below[] = {"/lib64", "/lib"};
    int found = 0;

    for (int i = 0; i < 2 && !s->stop; i++) {
        char *folder = lazynccl_join(prefix, below[i], "");

        if (folder)
            found += offer_sonames(s, folder);
        free(folder);
    }
    char *targets =
        s->stop ? NULL : lazynccl_inside(s->view, lazynccl_join(prefix, "/targets", ""));
    DIR *listing = targets ? opendir(targets) : NULL;
    for (struct dirent *entry; listing && !s->stop && (entry = readdir(listing));) {
        char *folder = NULL;

        if (entry->d_name[0] == '.' ||
            asprintf(&folder, "%s/targets/%s/lib", prefix, entry->d_name) < 0)
            continue;
        found += offer_sonames(s, folder);
        free(folder);
    }
    if (listing)
        closedir(listing);
    free(targets);
    if (!found)
        lazynccl_say(s, "%s: no %s in lib64, lib or targets/*/lib", prefix, s->names);
    return found;
}

int lazynccl_number(const char **text)
{
    int number = 0;

    while (**text >= '0' && **text <= '9' && number < 100000000)
        number = number * 10 + (*(*text)++ - '0');
    return number;
}

int lazynccl_major_of(const char *name)
{
    const char *so = strstr(name, ".so.");

    if (!so)
        return 0;
    so += 4;
    return lazynccl_number(&so);
}

int lazynccl_name_bears(const char *soname, const char *file)
{
    size_t stem = (size_t)(strstr(soname, ".so") - soname);

    if (strncmp(file, soname, stem) != 0)
        return 0;
    file += stem;
    if (*file == '-') /* auditwheel's hash: eight or more hexadecimal digits */
        for (size_t digits = strspn(file + 1, "0123456789abcdef"); digits >= 8; digits = 0)
            file += 1 + digits;
    if (strncmp(file, ".so", 3) != 0)
        return 0;
    file += 3;
    return *file == '\0' || (*file == '.' && strspn(file, ".0123456789") == strlen(file));
}
