/* Opens a program, a module, a process or a Python as a consumer.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/machine/consumer.h"
#include "search/search.h"
#include "tool/files/root.h"
#include "tool/machine/view.h"
#include "tool/text/memory.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *consumer_environment(const struct consumer *consumer, size_t i)
{
    const char *at = consumer->environment, *end = at ? at + consumer->environment_size : at;

    if (consumer->view.variable == view_own_variable)
        return environ[i]; /* callers stop at its end */
    for (; at && at < end && i > 0; i--)
        at += strlen(at) + 1;
    return at && at < end ? at : NULL;
}

const char *consumer_via_word(enum lazynccl_via via)
{
    switch (via) {
    case LAZYNCCL_VIA_LOADED:
        return "loaded";
    case LAZYNCCL_VIA_RPATH:
        return "RPATH";
    case LAZYNCCL_VIA_LD_LIBRARY_PATH:
        return "LD_LIBRARY_PATH";
    case LAZYNCCL_VIA_RUNPATH:
        return "RUNPATH";
    case LAZYNCCL_VIA_CACHE:
        return "ld.so.cache";
    case LAZYNCCL_VIA_DEFAULT:
        return "default";
    case LAZYNCCL_VIA_UNKNOWN:
        break;
    }
    return "ld.so";
}

/* The path of a file of /proc/PID; its own links are not followed. */
static char *proc_path(const struct consumer *consumer, const char *name)
{
    char *folder = lazynccl_inside(&consumer->view, memory_print("/proc/%ld", consumer->pid));
    char *path = folder ? memory_print("%s/%s", folder, name) : NULL;

    free(folder);
    return path;
}

static FILE *open_proc(const struct consumer *consumer, const char *name)
{
    char *path = proc_path(consumer, name);
    FILE *file = path ? fopen(path, "re") : NULL;

    if (!file)
        view_fail(path ? path : name, strerror(errno));
    free(path);
    return file;
}

/* What is mapped, each file once, in the order in which it was loaded: the kernel puts each new
 * file below those before it, and lists them from below. */
static void read_maps(struct consumer *consumer, FILE *maps)
{
    struct lazynccl_object *list;
    char line[4500];

    while (fgets(line, sizeof line, maps)) {
        char *path = strchr(line, '/');
        int known = 0;

        if (!path)
            continue;
        path[strcspn(path, "\n")] = '\0';
        for (int i = 0; i < consumer->objects.count; i++)
            known |= strcmp(consumer->objects.list[i].path, path) == 0;
        struct elf_file file;
        char *inside = known ? NULL : lazynccl_inside(&consumer->view, memory_copy(path));
        if (inside && elf_file_head(&file, inside) == NULL) {
            view_add_object(consumer, path, file.soname, file.lazynccl != NULL);
            elf_file_close(&file);
        }
        free(inside);
    }
    list = consumer->objects.list;
    for (int a = 0, b = consumer->objects.count - 1; a < b; a++, b--) {
        struct lazynccl_object object = list[a];

        list[a] = list[b];
        list[b] = object;
    }
}

static const char *read_process(struct consumer *consumer)
{
    char *name = proc_path(consumer, "exe"), exe[4096];
    ssize_t n = name ? readlink(name, exe, sizeof exe - 1) : -1;
    FILE *file;

    if (n < 0)
        view_fail(name ? name : "/proc", strerror(errno));
    free(name);
    if (n < 0)
        return view_reason();
    exe[n] = '\0';
    consumer->module = memory_copy(exe);
    if (view_open_file(consumer, exe, elf_file_open) || !(file = open_proc(consumer, "environ")))
        return view_reason();
    FILE *copy = memory_check(open_memstream(&consumer->environment, &consumer->environment_size));
    for (int c; (c = getc(file)) != EOF;)
        putc(c, copy);
    fclose(copy);
    fclose(file);
    consumer->view.variable = view_other_variable;
    if (!(file = open_proc(consumer, "maps")))
        return view_reason();
    read_maps(consumer, file);
    fclose(file);
    consumer->who = memory_print("process %ld, %s", consumer->pid, exe);
    return NULL;
}

static const char *read_module(struct consumer *consumer, const char *named)
{
    const char *path = consumer->module = root_absolute(consumer->root, named);

    if (!path)
        return view_fail(named, strerror(errno));
    if (view_open_file(consumer, path, elf_file_open))
        return view_reason();
    size_t site = lazynccl_site_length(path);
    const char *name = strrchr(path, '/'), *python = strstr(path, "/python3.");

    consumer->from = path;
    if (site)
        consumer->sites[consumer->site_count++] = memory_copy_part(path, site);
    consumer->who = site && python
                        ? memory_print("%s in %.*s (python %.*s)", name + 1,
                                       (int)(python - path) - (int)strlen("/lib"), path,
                                       (int)strspn(python + 7, "0123456789."), python + 7)
                        : memory_copy(path);
    return NULL;
}

/* The first python3 in PATH that is a program; pyenv's shims are scripts. */
static int read_python(struct consumer *consumer)
{
    const char *path = consumer->view.variable(&consumer->view, "PATH");
    struct python python;

    while (path && *path) {
        size_t length = strcspn(path, ":");
        char *interpreter = memory_print("%.*s/python3", (int)length, path);

        path += length + (path[length] == ':');
        /* its symbols do not matter: an interpreter needs nothing of NVIDIA's */
        int good = *interpreter == '/' && !view_open_file(consumer, interpreter, elf_file_head) &&
                   python_read(&python, consumer, interpreter) == 0;
        free(interpreter);
        if (!good) {
            elf_file_close(&consumer->file);
            continue;
        }
        for (int i = 0; i < python.site_count; i++) {
            char *inside = memory_print("%s/.", python.sites[i]);

            if (i == 0)
                consumer->module = memory_copy(inside);
            else
                view_add_object(consumer, inside, NULL, 0);
            free(inside);
            consumer->sites[consumer->site_count++] = python.sites[i];
        }
        python.site_count = 0;
        if (!consumer->module)
            consumer->module = memory_copy(python.program);
        consumer->who = memory_print("python %s of %s", python.version, python.prefix);
        python_free(&python);
        return 0;
    }
    return -1;
}

static char *inside_of(const struct lazynccl_view *view, char *path)
{
    return root_inside(((const struct consumer *)view)->root, path);
}

const char *consumer_open(struct consumer *consumer, const struct consumer_choice *choice)
{
    const char *why = NULL;

    *consumer = (struct consumer){.root = choice->root ? choice->root : "", .pid = choice->pid};
    consumer->view = (struct lazynccl_view){.inside = inside_of,
                                            .variable = view_own_variable,
                                            .objects = &consumer->objects,
                                            .walk = 1,
                                            .folders = view_folders};
    if (choice->pid)
        why = read_process(consumer);
    else if (choice->from)
        why = read_module(consumer, choice->from);
    else if (choice->no_python || read_python(consumer) < 0)
        consumer->who = memory_copy("a plain program");
    consumer->view.module = consumer->module;
    if (why)
        consumer_close(consumer);
    return why;
}

void consumer_close(struct consumer *consumer)
{
    for (int i = 0; i < consumer->objects.count; i++) {
        free((char *)consumer->objects.list[i].path);
        free((char *)consumer->objects.list[i].soname);
    }
    lazynccl_objects_free(&consumer->objects);
    elf_file_close(&consumer->file);
    while (consumer->site_count > 0)
        free(consumer->sites[--consumer->site_count]);
    free(consumer->module);
    free(consumer->who);
    free(consumer->environment);
    memset(consumer, 0, sizeof *consumer);
}

struct consumer consumer_as(const struct consumer *base, const char *path,
                            const struct elf_file *file)
{
    struct consumer other = *base;

    other.file = *file;
    other.module = (char *)path;
    other.view.module = path;
    return other;
}
