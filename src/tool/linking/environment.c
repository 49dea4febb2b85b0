/* Finds the files of an environment that need a library of ours, and what ld.so gives them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/linking/environment.h"
#include "search/folder.h"
#include "tool/rules/rule.h"
#include "tool/files/elf_cache.h"
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define DEEPEST 32 /* folders below a site-packages */

const char *strings_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

const struct look *environment_given(const struct need *need)
{
    return need->answer.count ? &need->answer.looks[0] : NULL;
}

const struct look *environment_serving(const struct patient *patient, const struct need *need,
                                       const char **lacks)
{
    const struct look *look = environment_given(need);
    int sure = look && (patient->consumer->from || patient->consumer->pid ||
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
static const struct look *wheel_copy(struct patient *patient, const struct lazynccl_description *is,
                                     int major)
{
    const struct answer *answer = facts_answer(patient, is->name);

    for (int i = 0; i < answer->count; i++)
        if (answer->looks[i].usable && strcmp(answer->looks[i].place, "wheel") == 0 &&
            lazynccl_major_of(strings_base_name(answer->looks[i].path)) == major)
            return &answer->looks[i];
    return NULL;
}

static void add_need(struct patient *patient, const char *path, const struct elf_file *file,
                     const struct lazynccl_description *is, const char *soname)
{
    struct environment *all = patient->installed;
    struct need *list = realloc(all->needs, (all->need_count + 1) * sizeof *list), *need;
    struct consumer other = consumer_as(patient->consumer, path, file);
    const char *why;

    if (!list)
        abort();
    all->needs = list;
    need = &list[all->need_count++];
    *need = (struct need){
        .path = strdup(path), .soname = strdup(soname), .answer = {.is = is, .consumer = &other}};
    answer_each(&need->answer, soname);
    need->answer.consumer = NULL;
    need->wheel = wheel_copy(patient, is, lazynccl_major_of(soname));
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
static void look_at(struct patient *patient, const char *path)
{
    struct environment *all = patient->installed;
    char *whole = machine_inside(patient, path);
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
                add_need(patient, path, &file, is, is->sonames[s]);
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

static void walk(struct patient *patient, const char *path, int deep)
{
    char *whole = machine_inside(patient, path);
    DIR *folder = whole ? opendir(whole) : NULL;

    if (!folder)
        machine_unreadable(patient, path, errno);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        int type = entry->d_type, named = is_library_name(entry->d_name);
        struct stat facts;

        /* nothing is imported from a site-packages below another folder of sys.path */
        if (*entry->d_name == '.' || strcmp(entry->d_name, "site-packages") == 0 ||
            strcmp(entry->d_name, "dist-packages") == 0)
            continue;
        char *below = named || type != DT_REG ? lazynccl_join(path, "/", entry->d_name) : NULL;
        if (below && (type == DT_UNKNOWN || type == DT_LNK)) {
            char *file = machine_inside(patient, below);

            /* a link to a folder could lead anywhere, one to a file is how some installers copy */
            type = file && (type == DT_LNK ? stat : lstat)(file, &facts) == 0
                       ? S_ISREG(facts.st_mode)                     ? DT_REG
                         : S_ISDIR(facts.st_mode) && type != DT_LNK ? DT_DIR
                                                                    : DT_UNKNOWN
                       : DT_UNKNOWN;
            free(file);
        }
        if (below && type == DT_DIR && deep < DEEPEST)
            walk(patient, below, deep + 1);
        else if (below && type == DT_REG && named)
            look_at(patient, below);
        free(below);
    }
    if (folder)
        closedir(folder);
    free(whole);
}

/* A folder of sys.path with all below it, once. */
static void walk_folder(struct patient *patient, const char *path, void *context)
{
    struct strings *walked = context;

    for (size_t i = 0; i < walked->count; i++) {
        size_t length = strlen(walked->list[i]);

        if (strncmp(path, walked->list[i], length) == 0 && strchr("/", path[length]))
            return;
    }
    if (*path != '/' || path[1] == '\0' || strings_add(walked, path, strlen(path)) != 0)
        return; /* a relative one is the folder of whoever runs Python */
    walk(patient, path, 0);
}

static void walk_python(struct patient *patient)
{
    const struct consumer *consumer = patient->consumer;
    struct strings walked = {NULL, 0};

    for (int i = 0; i < consumer->site_count; i++)
        walk_folder(patient, consumer->sites[i], &walked);
    if (consumer->site_count)
        strings_elements(patient, machine_variable(patient, "PYTHONPATH"), walk_folder, &walked);
    strings_free(&walked);
}

const struct environment *environment_read(struct patient *patient)
{
    const struct consumer *consumer = patient->consumer;

    if (patient->installed)
        return patient->installed;
    if (!(patient->installed = calloc(1, sizeof *patient->installed)))
        abort();
    if (consumer->pid)
        for (int i = 0; i < consumer->objects.count; i++)
            look_at(patient, consumer->objects.list[i].path);
    else if (consumer->from)
        look_at(patient, consumer->from);
    else
        walk_python(patient);
    return patient->installed;
}

void environment_free(struct environment *all)
{
    if (!all)
        return;
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
