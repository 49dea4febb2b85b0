/* What tells a process from others with the same process ID.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Reads as much of a file as fits, without the final line feed; "" if the file cannot be read. */
static inline void lazynccl_identity_text(const char *path, char *text, size_t size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? -1 : read(fd, text, size - 1);

    if (got > 0 && text[got - 1] == '\n')
        got--;
    text[got < 0 ? 0 : got] = '\0';
    if (fd >= 0)
        close(fd);
}

/* Returns when a process started, in clock ticks since boot, from its /proc/PID/stat: field 22. The
 * name before the fields may contain anything, but ends with a bracket. Returns 0 if there is no
 * such process or /proc. `state`, unless NULL, gets field 3, or 'X'. */
static inline uint64_t lazynccl_identity_start(const char *stat, char *state)
{
    char text[1024], *at;

    lazynccl_identity_text(stat, text, sizeof text);
    at = strrchr(text, ')');
    if (state)
        *state = at && at[1] ? at[2] : 'X';
    for (int field = 2; at && field < 22; field++)
        at = strchr(at + 1, ' ');
    return at ? strtoull(at, NULL, 10) : 0;
}

/* Returns the number of this process's namespace of process IDs, from "pid:[4026531836]", or 0. */
static inline uint64_t lazynccl_identity_namespace(void)
{
    char text[64] = "";

    return readlink("/proc/self/ns/pid", text, sizeof text - 1) > 5 ? strtoull(text + 5, NULL, 10)
                                                                    : 0;
}
