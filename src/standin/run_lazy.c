/* Prepares the stand-ins that `lazynccl run --lazy` puts in the way of a program.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "standin/run_lazy.h"
#include "common/files/elf.h"
#include "common/files/root.h"
#include "common/machine/python.h"
#include "common/machine/target.h"
#include "common/text/memory.h"
#include "standin/cache.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* The words of a program's command line that its interpreter reads: of a script, first those of its
 * first line. */
static struct strings interpreter_words(const char *path, char **words)
{
    char line[256] = "";
    FILE *file = fopen(path, "re");
    struct strings all = {0};

    if (file && fgets(line, sizeof line, file) && strncmp(line, "#!", 2) == 0) {
        char *rest = line + 2;

        for (char *word; (word = strsep(&rest, " \t\n"));)
            if (*word)
                strings_add(&all, word, strlen(word));
    }
    if (file)
        fclose(file);
    for (int i = 0, is_script = all.count > 0; !is_script && words[i]; i++)
        strings_print(&all, "%s", words[i]);
    return all;
}

/* Python's options end with the first word that is none, and those that take a value may have it in
 * the next word. */
static void warn_of_options(const struct strings *words)
{
    size_t i = 0;

    while (i < words->count && strncmp(strings_base_name(words->list[i]), "python", 6) != 0)
        i++;
    for (i++; i < words->count && words->list[i][0] == '-' && words->list[i][1]; i++) {
        const char *word = words->list[i];
        const char *end = word + strcspn(word, "cmWX");
        const char *found = strpbrk(word, "IES");

        if (word[1] != '-' && found && found < end)
            fprintf(stderr,
                    "lazynccl run: python %s ignores PYTHONPATH: a library that a package loads by "
                    "path is the real one\n",
                    word);
        if (word[1] == '-' || *end == 'c' || *end == 'm')
            break;
        i += *end && !end[1];
    }
}

void run_lazy_warn(const char *path, const char *program, char **words)
{
    OWNED(strings) struct strings list = interpreter_words(path, words);
    struct elf_file file;

    warn_of_options(&list);
    if (elf_file_head(&file, program))
        return;
    if (file.rpath)
        fprintf(stderr,
                "lazynccl run: %s has the search path %s (DT_RPATH), which comes before ours: what "
                "lies there is the real one\n",
                program, file.rpath);
    for (size_t i = 0; i < file.needed_count; i++)
        if (strchr(file.needed[i], '/'))
            fprintf(stderr, "lazynccl run: %s needs %s by its path: that is the real one\n",
                    program, file.needed[i]);
    elf_file_close(&file);
}

/* 1 if the search of a stand-in goes there, too. */
static int searched(const char *place)
{
    const char *order = getenv("LAZYNCCL_SEARCH");
    OWNED(strings) struct strings places = strings_split(order, ',');

    return !order || !*order || strings_has(&places, place);
}

/* Folders that may hold NVIDIA's libraries: of the Pythons' and conda's prefixes,
 * LD_LIBRARY_PATH's, a toolkit's. */
static struct strings folders_of(const struct target *target)
{
    static const char *const variables[] = {"CUDA_PATH", "CUDA_HOME", NULL};
    static const char *const below[] = {"lib64", "lib"};
    OWNED(strings) struct strings path = strings_split(getenv("LD_LIBRARY_PATH"), ':');
    const char *conda = getenv("CONDA_PREFIX");
    struct strings all = {0};

    for (int i = 0; searched("conda") && i < target->site_count; i++) {
        OWNED(memory) char *python = memory_folder(target->sites[i]); /* PREFIX/lib/python3.11 */
        OWNED(memory) char *lib = memory_folder(python);

        if (lib)
            strings_add_once(&all, lib);
    }
    if (searched("conda") && conda && *conda == '/')
        strings_print(&all, "%s/lib", conda);
    for (size_t i = 0; searched("system") && i < path.count; i++)
        if (*path.list[i] == '/')
            strings_add_once(&all, path.list[i]);
    for (size_t r = 0; searched("toolkit") && r < sizeof variables / sizeof *variables; r++) {
        const char *home = variables[r] ? getenv(variables[r]) : "/usr/local/cuda";

        for (size_t b = 0; home && *home == '/' && b < sizeof below / sizeof *below; b++)
            strings_print(&all, "%s/%s", home, below[b]);
    }
    return all;
}

static int add_all(struct cache *cache, const struct report *report, const struct target *target,
                   char why[CACHE_WHY])
{
    OWNED(strings) struct strings folders = folders_of(target);

    for (int i = 0; searched("wheel") && i < target->site_count; i++)
        if (cache_add_site(cache, report, target->sites[i], why) != 0)
            return -1;
    for (size_t i = 0; i < folders.count; i++)
        if (cache_add_folder(cache, report, folders.list[i], why) != 0)
            return -1;
    if (cache->in_way.count)
        return 0;
    snprintf(
        why, CACHE_WHY,
        "no library of NVIDIA's to stand in for: looked into the wheels of %.200s, CONDA_PREFIX, "
        "LD_LIBRARY_PATH, CUDA_PATH, CUDA_HOME, /usr/local/cuda",
        target->who);
    return -1;
}

/* As the program's Python sees it, or else the first python3 in PATH: a child may be one. */
static void target_examine(struct target *target, const char *program)
{
    struct target own;
    OWNED(memory) char *path = root_absolute("", program); /* the cache keeps paths */

    target_open(target, &(struct target_choice){0});
    target_open(&own, &(struct target_choice){.no_python = 1});
    if (path && strstr(strings_base_name(path), "python") && python_read(&own, path) == 0)
        *target = own;
}

enum verb_exit run_lazy_prepare(const char *lazy, const char *program, char **folders,
                                char **python)
{
    struct report report = {0};
    struct cache cache;
    struct target target;
    char why[CACHE_WHY];

    if (strcmp(lazy, "all") != 0 && report_read_list(&report.only, lazy) != 0)
        return verb_unreadable("run", lazy + 1, strerror(errno));
    target_examine(&target, program);
    int failed = cache_open(&cache, why) != 0 || add_all(&cache, &report, &target, why) != 0;
    if (!failed) {
        *python = memory_copy(cache.folder);
        *folders = strings_join(&cache.in_way, ":");
    }
    cache_close(&cache);
    strings_free(&report.only);
    return failed ? verb_unreadable("run", NULL, why) : VERB_OK;
}

enum verb_exit run_lazy_record(const char *file)
{
    int fd = open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    OWNED(memory) char *path = fd < 0 ? NULL : realpath(file, NULL);

    if (!path)
        return verb_unreadable("run", file, strerror(errno));
    close(fd);
    return setenv("LAZYNCCL_RECORD", path, 1) == 0 ? VERB_OK : VERB_UNREADABLE;
}
