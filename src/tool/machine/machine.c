/* Reads the machine that a consumer runs on, by its files, below the root that is taken as /.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/machine/machine.h"
#include "search/search.h"
#include "tool/files/root.h"
#include "tool/text/memory.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int open_inside(const struct machine *machine, const char *path, int flags)
{
    char *whole = machine_inside(machine, path);
    int fd = whole ? open(whole, flags | O_CLOEXEC) : -1, error = errno;

    free(whole);
    errno = error;
    return fd;
}

char *machine_inside(const struct machine *machine, const char *path)
{
    return lazynccl_inside(&machine->consumer->view, memory_copy(path));
}

const char *machine_shown(const struct machine *machine, const char *path)
{
    size_t length = strlen(machine->consumer->root);

    return strncmp(path, machine->consumer->root, length) == 0 ? path + length : path;
}

void machine_unreadable(struct machine *machine, const char *path, int error)
{
    const char *why = error == EINVAL ? "not a regular file" : strerror(error);
    char *line;

    if (error == ENOENT || error == ENOTDIR)
        return;
    line = memory_print("%s: %s", path, why);
    if (!strings_has(&machine->unreadable, line))
        strings_add(&machine->unreadable, line, strlen(line));
    free(line);
}

char *machine_text(struct machine *machine, const char *path)
{
    char *text = root_text(machine->consumer->root, path);

    if (!text)
        machine_unreadable(machine, path, errno);
    return text;
}

char *machine_proc(struct machine *machine, const char *name)
{
    char *path = machine->consumer->pid ? memory_print("/proc/%ld/%s", machine->consumer->pid, name)
                                        : memory_print("/proc/self/%s", name);
    char *text = machine_text(machine, path);

    free(path);
    return text;
}

int machine_has(struct machine *machine, const char *path)
{
    int fd = open_inside(machine, path, O_PATH);

    if (fd < 0)
        return errno != ENOENT && errno != ENOTDIR;
    close(fd);
    return 1;
}

static int by_name(const void *a, const void *b)
{
    return strverscmp(*(char *const *)a, *(char *const *)b);
}

int machine_names(struct machine *machine, const char *path, struct strings *names)
{
    int fd = open_inside(machine, path, O_RDONLY | O_DIRECTORY);
    DIR *folder = fd < 0 ? NULL : fdopendir(fd);

    if (!folder) {
        machine_unreadable(machine, path, errno);
        if (fd >= 0)
            close(fd);
        return -1;
    }
    for (struct dirent *entry; (entry = readdir(folder));)
        if (*entry->d_name != '.')
            strings_add(names, entry->d_name, strlen(entry->d_name));
    closedir(folder);
    if (names->count)
        qsort(names->list, names->count, sizeof *names->list, by_name);
    return 0;
}

size_t machine_count(struct machine *machine, const char *path)
{
    struct strings names = {NULL, 0};

    machine_names(machine, path, &names);
    size_t count = names.count;
    strings_free(&names);
    return count;
}

const char *machine_variable(const struct machine *machine, const char *name)
{
    return machine->consumer->view.variable(&machine->consumer->view, name);
}
