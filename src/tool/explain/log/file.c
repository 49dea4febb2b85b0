/* Reads a file to its end, and passes a pipe on.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/log/file.h"
#include "common/text/memory.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    CHUNK = 1 << 16,
    SHOWN = 256 << 20, /* bytes between two progress reports */
};

int file_write(int fd, const char *bytes, size_t size)
{
    while (size) {
        ssize_t done = write(fd, bytes, size);

        if (done < 0 && errno != EINTR)
            return -1;
        bytes += done > 0 ? done : 0;
        size -= done > 0 ? (size_t)done : 0;
    }
    return 0;
}

const char *file_read(struct input *input, int fd, int pass)
{
    struct input_stream stream = {.input = input};
    OWNED(memory) char *chunk = memory_get(CHUNK, 1);
    struct stat status;
    size_t most = fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0
                      ? (size_t)status.st_size
                      : (size_t)-1;
    const char *why = NULL;
    int shows = isatty(STDERR_FILENO), shown = 0;

    while (!why && most) {
        ssize_t got = read(fd, chunk, most < CHUNK ? most : CHUNK);

        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            why = got < 0 ? strerror(errno) : NULL;
            break;
        }
        if (pass >= 0 && file_write(pass, chunk, (size_t)got) != 0)
            pass = -1; /* the reader is gone, but the input is still read to its end */
        if (stream.bytes / SHOWN != (stream.bytes + (size_t)got) / SHOWN && shows)
            shown = fprintf(stderr, "\rread %zu MiB", (stream.bytes + (size_t)got) >> 20);
        input_feed(&stream, chunk, (size_t)got);
        most -= (size_t)got;
        if (stream.bytes >= CHUNK && pass < 0 && input_is_binary(&stream))
            break;
    }
    if (pass >= 0 && stream.length) /* so that the answer starts on a new line */
        file_write(pass, "\n", 1);
    input_end(&stream);
    if (shown)
        fprintf(stderr, "\r%*s\r", shown, "");
    return !why && input_is_binary(&stream) ? "is not text" : why;
}
