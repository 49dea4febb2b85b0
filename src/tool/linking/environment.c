/* Finds the files of an environment that need a library of ours, and what ld.so gives them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/linking/environment.h"
#include "search/folder.h"
#include "tool/files/elf_cache.h"
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define DEEPEST 32 /* folders below a site-packages */

const struct look *environment_given(const struct need *need)
{
    return need->answer.count ? &need->answer.looks[0] : NULL;
}

const struct look *environment_serving(const struct facts *facts, const struct need *need,
                                       const char **lacks)
{
    const struct look *look = environment_given(need);
    int sure = look && (facts->machine->consumer->from || facts->machine->consumer->pid ||
                        strcmp(look->place, "RPATH") == 0 || strcmp(look->place, "RUNPATH") == 0 ||
                        strcmp(look->place, "LD_LIBRARY_PATH") == 0);

    if (need->wheel && !sure) {
        *lacks = need->wheel_lacks;
        return need->wheel;
    }
    *lacks = look ? look->lacks : NULL;
    return look;
}

/* The wheel's copy of that major, or NULL. */
static const struct look *wheel_copy(struct facts *facts, const struct lazynccl_description *is,
                                     int major)
{
    const struct answer *answer = facts_answer(facts, is->name);

    for (int i = 0; i < answer->count; i++)
        if (answer->looks[i].usable && strcmp(answer->looks[i].place, "wheel") == 0 &&
            lazynccl_major_of(strings_base_name(answer->looks[i].path)) == major)
            return &answer->looks[i];
    return NULL;
}

static void add_need(struct facts *facts, struct environment *all, const char *path,
                     const struct elf_file *file, const struct lazynccl_description *is,
                     const char *soname)
{
    struct need *list = realloc(all->needs, (all->need_count + 1) * sizeof *list), *need;
    struct consumer other = consumer_as(facts->machine->consumer, path, file);
    const char *why;

    if (!list)
        abort();
    all->needs = list;
    need = &list[all->need_count++];
    *need = (struct need){
        .path = strdup(path), .soname = strdup(soname), .answer = {.is = is, .consumer = &other}};
    answer_each(&need->answer, soname);
    need->answer.consumer = NULL;
    need->wheel = wheel_copy(facts, is, lazynccl_major_of(soname));
    const struct elf_file *wheel = need->wheel ? elf_cache_get(need->wheel->path, &why) : NULL;
    const char *missing = wheel ? candidate_missing(is, file, wheel) : NULL;
    need->wheel_lacks = missing ? strdup(missing) : NULL;
}

static void add_copy(struct environment *all, const char *path,
                     const struct lazynccl_description *is)
{
    struct copy *list;

    for (size_t i = 0; i < all->copy_count; i++)
        if (elf_cache_same_file(all->copies[i].path, path))
            return;
    if (!(list = realloc(all->copies, (all->copy_count + 1) * sizeof *list)))
        abort();
    all->copies = list;
    list[all->copy_count++] = (struct copy){strdup(path), is};
}

static int asks_for(const struct elf_file *file, const char *soname)
{
    for (size_t n = 0; n < file->needed_count; n++)
        if (strcmp(file->needed[n], soname) == 0)
            return 1;
    return 0;
}

/* Most files of an environment are none of ours: their symbols are not read. */
static void look_at(struct facts *facts, struct environment *all, const char *path)
{
    char *whole = machine_inside(facts->machine, path);
    struct elf_file file;
    int read = 0;

    if (!whole || elf_file_head(&file, whole) != NULL) {
        free(whole);
        return;
    }
    for (size_t i = 0; i < file.dlopen_count; i++) {
        char *note = lazynccl_join(path, "\n", file.dlopen[i]);

        if (note)
            strings_add(&all->notes, note, strlen(note));
        free(note);
    }
    for (int l = 0; l < lazynccl_libraries_count; l++) {
        const struct lazynccl_description *is = lazynccl_libraries[l]->description;

        if (lazynccl_libraries[l]->root != lazynccl_libraries[l])
            continue;
        if (!file.lazynccl && lazynccl_name_bears(is->sonames[0], strings_base_name(path)))
            add_copy(all, whole, is);
        for (int s = 0; is->sonames[s]; s++)
            if (asks_for(&file, is->sonames[s]) &&
                (read || (read = elf_file_symbols(&file) == NULL)))
                add_need(facts, all, path, &file, is, is->sonames[s]);
    }
    elf_file_close(&file);
    free(whole);
}

/* libx.so, libx.so.1.2, x.cpython-311-x86_64-linux-gnu.so: the others need not be opened. */
static int is_library_name(const char *name)
{
    const char *so = strstr(name, ".so");

    while (so && so[3] != '\0' && so[3] != '.')
        so = strstr(so + 3, ".so");
    return so && strspn(so + 3, ".0123456789") == strlen(so + 3);
}

static void walk(struct facts *facts, struct environment *all, const char *path, int deep)
{
    char *whole = machine_inside(facts->machine, path);
    DIR *folder = whole ? opendir(whole) : NULL;

    if (!folder)
        machine_unreadable(facts->machine, path, errno);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        int type = entry->d_type, named = is_library_name(entry->d_name);
        struct stat status;

        /* nothing is imported from a site-packages below another folder of sys.path */
        if (*entry->d_name == '.' || strcmp(entry->d_name, "site-packages") == 0 ||
            strcmp(entry->d_name, "dist-packages") == 0)
            continue;
        char *below = named || type != DT_REG ? lazynccl_join(path, "/", entry->d_name) : NULL;
        if (below && (type == DT_UNKNOWN || type == DT_LNK)) {
            char *file = machine_inside(facts->machine, below);

            /* a link to a folder could lead anywhere, one to a file is how some installers copy */
            type = file && (type == DT_LNK ? stat : lstat)(file, &status) == 0
                       ? S_ISREG(status.st_mode)                     ? DT_REG
                         : S_ISDIR(status.st_mode) && type != DT_LNK ? DT_DIR
                                                                     : DT_UNKNOWN
                       : DT_UNKNOWN;
            free(file);
        }
        if (below && type == DT_DIR && deep < DEEPEST)
            walk(facts, all, below, deep + 1);
        else if (below && type == DT_REG && named)
            look_at(facts, all, below);
        free(below);
    }
    if (folder)
        closedir(folder);
    free(whole);
}

/* A folder of sys.path with all below it, once. */
static void walk_folder(struct facts *facts, struct environment *all, const char *path,
                        struct strings *walked)
{
    for (size_t i = 0; i < walked->count; i++) {
        size_t length = strlen(walked->list[i]);

        if (strncmp(path, walked->list[i], length) == 0 && strchr("/", path[length]))
            return;
    }
    if (*path != '/' || path[1] == '\0' || strings_add(walked, path, strlen(path)) != 0)
        return; /* a relative one is the folder of whoever runs Python */
    walk(facts, all, path, 0);
}

static void walk_python(struct facts *facts, struct environment *all)
{
    const struct consumer *consumer = facts->machine->consumer;
    struct strings walked = {NULL, 0};
    struct strings path = strings_split(
        consumer->site_count ? machine_variable(facts->machine, "PYTHONPATH") : NULL, ':');

    for (int i = 0; i < consumer->site_count; i++)
        walk_folder(facts, all, consumer->sites[i], &walked);
    for (size_t i = 0; i < path.count; i++)
        walk_folder(facts, all, path.list[i], &walked);
    strings_free(&path);
    strings_free(&walked);
}

static void *read_environment(struct facts *facts)
{
    const struct consumer *consumer = facts->machine->consumer;
    struct environment *all = calloc(1, sizeof *all);

    if (!all)
        abort();
    if (consumer->pid)
        for (int i = 0; i < consumer->objects.count; i++)
            look_at(facts, all, consumer->objects.list[i].path);
    else if (consumer->from)
        look_at(facts, all, consumer->from);
    else
        walk_python(facts, all);
    return all;
}

static void free_environment(void *value)
{
    struct environment *all = value;

    for (size_t i = 0; i < all->need_count; i++) {
        free(all->needs[i].path);
        free(all->needs[i].soname);
        free(all->needs[i].wheel_lacks);
        answer_free(&all->needs[i].answer);
    }
    for (size_t i = 0; i < all->copy_count; i++)
        free(all->copies[i].path);
    free(all->needs);
    free(all->copies);
    strings_free(&all->notes);
    free(all);
}

const struct environment *environment_read(struct facts *facts)
{
    static const struct facts_kind kind = {read_environment, free_environment};

    return facts_get(facts, &kind);
}
