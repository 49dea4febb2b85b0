/* Lists the files that are mapped in this process.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "search/maps.h"
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

static char *read_maps(void)
{
    int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    char *text = NULL, *longer;
    size_t used = 0, room = 0;
    ssize_t n = fd < 0 ? 0 : 1;

    while (n > 0) {
        if (room - used < 8192) {
            longer = realloc(text, room = room * 2 + 16384);
            if (!longer)
                break;
            text = longer;
        }
        n = pread(fd, text + used, room - used - 1, (off_t)used);
        used += n > 0 ? (size_t)n : 0;
    }
    if (fd >= 0)
        close(fd);
    if (text)
        text[used] = '\0';
    return text;
}

static uintptr_t hexadecimal(const char **text)
{
    static const char digits[] = "0123456789abcdef";
    uintptr_t number = 0;

    for (const char *digit; **text && (digit = strchr(digits, **text)); ++*text)
        number = number * 16 + (uintptr_t)(digit - digits);
    return number;
}

/* A newline is the one byte that is escaped. */
static void unescape(char *path)
{
    for (const char *from = path; (*path = *from); path++)
        if (strncmp(from, "\\012", 4) == 0) {
            *path = '\n';
            from += 4;
        } else {
            from++;
        }
}

struct lazynccl_maps lazynccl_maps_list(void)
{
    struct lazynccl_maps maps = {read_maps(), NULL, 0};
    size_t lines = 0;

    for (const char *at = maps.text; at && (at = strchr(at, '\n')); at++)
        lines++;
    maps.list = malloc(lines * sizeof *maps.list + 1);
    for (char *rest = maps.list ? maps.text : NULL, *line; (line = strsep(&rest, "\n"));) {
        const char *range = line;
        char *path = strchr(line, '/');

        if (!path || !rest)
            continue;
        unescape(path);
        maps.list[maps.count].start = hexadecimal(&range);
        range += *range != '\0';
        maps.list[maps.count].end = hexadecimal(&range);
        maps.list[maps.count++].path = path;
    }
    return maps;
}

const char *lazynccl_maps_path(const struct lazynccl_maps *maps, uintptr_t address)
{
    size_t first = 0, after = maps->count;

    while (first < after) {
        size_t middle = (first + after) / 2;

        if (address < maps->list[middle].start)
            after = middle;
        else if (address >= maps->list[middle].end)
            first = middle + 1;
        else
            return maps->list[middle].path;
    }
    return NULL;
}

char *lazynccl_program_path(void)
{
    char *path = malloc(PATH_MAX); /* a coroutine's whole stack may be no larger */
    const char *mapped;
    struct lazynccl_maps maps;
    /* if the dynamic linker was started by name, the kernel takes it for the program, and there is
     * no interpreter */
    ssize_t n = path && getauxval(AT_BASE) ? readlink("/proc/self/exe", path, PATH_MAX) : -1;

    if (n > 0 && n < PATH_MAX) {
        path[n] = '\0';
        return path;
    }
    free(path);
    maps = lazynccl_maps_list();
    mapped = lazynccl_maps_path(&maps, getauxval(AT_PHDR));
    path = mapped ? strdup(mapped) : NULL;
    free(maps.list);
    free(maps.text);
    return path;
}
