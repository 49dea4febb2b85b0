/* Finds a library's version in the name of its companion or in the text of its file.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "common/files/file_version.h"
#include "runtime/search/path.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Returns the release in the name of the companion next to a file; 0 for none or several. */
static int version_of_companion(const struct lazynccl_description *desc, const char *path)
{
    struct lazynccl_arena arena = {0};
    int length = desc->companion ? (int)strcspn(desc->companion, "%") : 0, version = 0;
    int major = lazynccl_major_of(strrchr(path, '/') ? strrchr(path, '/') : path);
    char **names = NULL;

    if (length)
        names = lazynccl_folder_names(
            &arena, lazynccl_arena_copy(&arena, path, lazynccl_folder_length(path)),
            lazynccl_arena_copy(&arena, desc->companion, (size_t)length));
    for (; names && *names && version >= 0; names++) {
        int here = lazynccl_version_read(*names + length);

        if (here && here % 100 == 0 && (!major || here / 10000 == major))
            version = version && version != here ? -1 : here;
    }
    lazynccl_arena_free(&arena);
    return version > 0 ? version : 0;
}

off_t file_version_after_hole(int fd, off_t at)
{
    off_t data = lseek(fd, at, SEEK_DATA);

    return data < 0 && errno == EINVAL ? at : data; /* not every file system supports holes */
}

#define CHUNK (1 << 16)
#define OVERLAP 128 /* more than the text and the version after it */

/* Returns the newest version in the first chunk that has one, or in the next chunk: nvJitLink names
 * functions after releases, and these names are adjacent. Chunks are small, because a large block
 * of new memory costs more than reading. */
static int version_of_text(const char *text, const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), version = 0, last = 0;
    char *bytes = fd < 0 ? NULL : malloc(CHUNK + OVERLAP + 1);
    ssize_t got;

    for (off_t at = 0; bytes && !last && (at = file_version_after_hole(fd, at)) >= 0 &&
                       (got = pread(fd, bytes, CHUNK + OVERLAP, at)) > 0;
         at += CHUNK) {
        char *end = bytes + got, *hit = bytes;

        *end = '\0';
        last = version != 0;
        /* a version at the end of the chunk may be cut off; the next chunk has all of it */
        while ((hit = memmem(hit, (size_t)(end - hit), text, strlen(text))) &&
               (hit < bytes + CHUNK || got < CHUNK + OVERLAP)) {
            int here;

            hit += strlen(text);
            here = lazynccl_version_read(hit);
            if (here > version)
                version = here;
        }
    }
    free(bytes);
    if (fd >= 0)
        close(fd);
    return version;
}

int file_version_read(const struct lazynccl_description *desc, const char *path)
{
    int version = version_of_companion(desc, path); /* reads the folder instead of 100 MB */

    return version || !desc->version_text ? version : version_of_text(desc->version_text, path);
}
