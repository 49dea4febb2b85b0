/* Learns a library's version by asking it, by its symbols, or from the text of its file.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "search/file_version.h"
#include "loader/resolve.h"
#include "search/folder.h"
#include "search/search.h"
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *lazynccl_version_text(const struct lazynccl_description *is, int version,
                                  char text[LAZYNCCL_VERSION_TEXT])
{
    if (version <= 0)
        return "of unknown version";
    if (is->cuda_named)
        snprintf(text, LAZYNCCL_VERSION_TEXT, "%d.%d", version / 10000, version / 100 % 100);
    else
        snprintf(text, LAZYNCCL_VERSION_TEXT, "%d.%d.%d", version / 10000, version / 100 % 100,
                 version % 100);
    return text;
}

int lazynccl_version_asked(const lazynccl_library *library, void *handle, int major)
{
    const struct lazynccl_description *is = library->root->is;
    void *function = dlsym(handle, is->version_function);
    lazynccl_symbol symbol;
    int version;

    if (!function) { /* nvJitLink 12.0 to 12.2 tell it by their newest suffix alone */
        int minor = lazynccl_newest_suffix(library, handle, major);

        return minor < 0 ? 0 : major * 10000 + minor * 100;
    }
    memcpy(&symbol, &function, sizeof symbol);
    version = is->version(symbol);
    /* NCCL up to 2.8 counted major*1000 */
    if (version > 0 && version < 10000)
        version = version / 1000 * 10000 + version % 1000;
    return version > 0 ? version : 0;
}

/* The version that follows a found text: digits with '.' or '_' between. */
static int version_at(const char *text)
{
    int part[3] = {0, 0, 0}, n = 0;

    for (; n < 3 && *text >= '0' && *text <= '9'; n++) {
        part[n] = lazynccl_number(&text);
        if (*text == '.' || *text == '_')
            text++;
    }
    return n >= 2 && part[0] < 1000 && part[1] < 100 && part[2] < 100
               ? part[0] * 10000 + part[1] * 100 + part[2]
               : 0;
}

/* What the companion beside a file says of its release; 0 if there is none, or several. */
static int version_of_companion(const struct lazynccl_description *is, const char *path)
{
    size_t length = is->companion ? strcspn(is->companion, "%") : 0;
    char *folder = length ? lazynccl_folder_of(path) : NULL;
    DIR *listing = folder ? opendir(folder) : NULL;
    int major = lazynccl_major_of(strrchr(path, '/') ? strrchr(path, '/') : path), version = 0;

    for (struct dirent *entry; listing && version >= 0 && (entry = readdir(listing));) {
        const char *at = entry->d_name + length;
        int here = strncmp(entry->d_name, is->companion, length) == 0 ? version_at(at) : 0;

        if (here && here % 100 == 0 && (!major || here / 10000 == major))
            version = version && version != here ? -1 : here;
    }
    if (listing)
        closedir(listing);
    free(folder);
    return version > 0 ? version : 0;
}

off_t lazynccl_behind_hole(int fd, off_t at)
{
    off_t data = lseek(fd, at, SEEK_DATA);

    return data < 0 && errno == EINVAL ? at : data; /* not every file system knows of holes */
}

#define CHUNK (1 << 16)
#define OVERLAP 128 /* more than the text and a version behind it */

static int version_of_text(const struct lazynccl_description *is, const char *path)
{
    int fd = is->version_text ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
    char *bytes = fd < 0 ? NULL : malloc(CHUNK + OVERLAP + 1);
    size_t length = is->version_text ? strlen(is->version_text) : 0;
    int version = 0, last = 0;
    ssize_t got;

    /* The newest in the first chunk that has one and in the next: suffix families stand side by
     * side. Small chunks: a large block of fresh memory costs more than the reading. */
    for (off_t at = 0; bytes && !last && (at = lazynccl_behind_hole(fd, at)) >= 0 &&
                       (got = pread(fd, bytes, CHUNK + OVERLAP, at)) > 0;
         at += CHUNK) {
        char *end = bytes + got, *hit = bytes;

        *end = '\0';
        last = version != 0;
        /* behind the chunk a version may be cut off; the next one has it whole */
        while ((hit = memmem(hit, (size_t)(end - hit), is->version_text, length)) &&
               (hit < bytes + CHUNK || got < CHUNK + OVERLAP)) {
            int here = version_at(hit += length);

            if (here > version)
                version = here;
        }
    }
    free(bytes);
    if (fd >= 0)
        close(fd);
    return version;
}

int lazynccl_version_in_file(const struct lazynccl_description *is, const char *path)
{
    int version = version_of_companion(is, path); /* a look into the folder, not through 100 MB */

    return version ? version : version_of_text(is, path);
}
