/* Lists the names in a folder.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/search/folder.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A folder under way. Not opendir(), whose 32 KiB and further system calls cost more than most
 * folders have to say. */
struct reading {
    int fd;
    long at, got;
    max_align_t bytes[64];
};

/* The next name; NULL and errno, 0 at the end. */
static const char *next_name(struct reading *reading)
{
    struct dirent *entry; /* as the kernel has it on every 64-bit machine */

    errno = 0;
    if (reading->at >= reading->got) {
        reading->at = 0;
        reading->got = syscall(SYS_getdents64, reading->fd, reading->bytes, sizeof reading->bytes);
    }
    if (reading->got <= 0)
        return NULL;
    entry = (struct dirent *)((char *)reading->bytes + reading->at);
    reading->at += entry->d_reclen;
    return entry->d_name;
}

char **lazynccl_names_in(struct lazynccl_search *s, const char *folder, const char *start)
{
    struct reading *reading = lazynccl_arena_take(&s->arena, sizeof *reading);
    int fd = reading ? open(LAZYNCCL_AT(s, folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    size_t count = 0, room = 0, length = strlen(start);
    const char *name = NULL;
    char **names = NULL, **longer;
    int error = fd < 0 ? errno : 0;

    if (reading)
        *reading = (struct reading){.fd = fd};
    for (int more = fd >= 0; more; more = name != NULL) {
        if (count + 1 >= room) {
            longer = lazynccl_arena_take(&s->arena, (room = room * 2 + 32) * sizeof *names);
            if (!longer)
                break;
            names = count ? memcpy(longer, names, count * sizeof *names) : longer;
        }
        name = next_name(reading);
        error = name ? 0 : errno;
        if (name && *name != '.' && strncmp(name, start, length) == 0)
            names[count++] = lazynccl_arena_print(&s->arena, "%s", name);
        names[count] = NULL;
    }
    if (fd >= 0)
        close(fd);
    if (lazynccl_is_passing(error))
        lazynccl_give_up(s, folder, error);
    errno = error;
    return error || s->arena.error ? NULL : names;
}
