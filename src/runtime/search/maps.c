/* Tells the paths of objects that the dynamic linker does not know by an absolute one.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/search/maps.h"
#include <errno.h>
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

/* The number at *text, which then points beyond what ends it. */
static uintptr_t hexadecimal(const char **text)
{
    static const char digits[] = "0123456789abcdef";
    uintptr_t number = 0;

    for (const char *digit; **text && (digit = strchr(digits, **text)); ++*text)
        number = number * 16 + (uintptr_t)(digit - digits);
    *text += **text != '\0';
    return number;
}

/* A newline is the one byte that is escaped. */
static char *unescaped(char *path)
{
    char *to = path;

    for (const char *from = path; (*to = *from); to++)
        if (strncmp(from, "\\012", 4) == 0) {
            *to = '\n';
            from += 4;
        } else {
            from++;
        }
    return path;
}

const char *lazynccl_program_file(struct lazynccl_arena *arena)
{
    errno = ENOENT; /* the kernel takes a dynamic linker that was started by name for the program */
    if (!getauxval(AT_BASE))
        return "";
    /* a whole stack may be smaller than PATH_MAX, and most paths are */
    for (size_t room = 512; room <= PATH_MAX; room *= PATH_MAX / 512) {
        char *path = lazynccl_arena_take(arena, room);
        ssize_t n = path ? readlink("/proc/self/exe", path, room) : -1;

        if (n < 0)
            return "";
        if ((size_t)n < room) {
            path[n] = '\0';
            return path;
        }
    }
    return "";
}

/* The dynamic linker does not know the absolute path of these. That of the program is found here
 * only where lazynccl_program_file cannot tell it. */
static int is_relative(const struct lazynccl_object *object)
{
    return object->path == object->name &&
           (*object->name ? strchr(object->name, '/') > object->name : !getauxval(AT_BASE));
}

void lazynccl_objects_add_paths(struct lazynccl_objects *objects)
{
    int relative = 0;

    for (int i = 0; i < objects->count; i++)
        relative |= is_relative(&objects->list[i]);
    objects->maps = relative ? read_maps() : NULL;
    for (char *rest = objects->maps, *line; (line = strsep(&rest, "\n"));) {
        const char *range = line;
        char *path = strchr(line, '/');
        uintptr_t start = hexadecimal(&range), end = hexadecimal(&range);

        for (int i = 0; path && rest && i < objects->count; i++) {
            struct lazynccl_object *object = &objects->list[i];

            if (object->start >= start && object->start < end && is_relative(object))
                object->path = unescaped(path);
        }
    }
}
