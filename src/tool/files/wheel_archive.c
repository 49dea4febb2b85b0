/* Reads the members of a wheel through libarchive, and unpacks them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/files/wheel_archive.h"
#include "tool/text/memory.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define BLOCK (64 << 10)
#define LONGEST_TEXT (64 << 20) /* of METADATA and its like */

static char reason[512];
const struct libarchive *wheel_archive;

/* The reason quotes a name that may hold anything: the caller prints it safely. */
const char *wheel_archive_fail(const char *what, const char *name)
{
    snprintf(reason, sizeof reason, "%s%s%.300s", what, name ? ": " : "", name ? name : "");
    return reason;
}

/* A list of members from its start on; NULL, with the reason kept. To be freed. */
struct archive *wheel_archive_start(int fd)
{
    const char *why;
    struct archive *archive = wheel_archive || (wheel_archive = libarchive(&why))
                                  ? wheel_archive->archive_read_new()
                                  : NULL;

    if (!wheel_archive) {
        wheel_archive_fail(why, NULL);
        return NULL;
    }
    if (archive && lseek(fd, 0, SEEK_SET) == 0 &&
        wheel_archive->archive_read_support_format_zip_seekable(archive) == ARCHIVE_OK &&
        wheel_archive->archive_read_open_fd(archive, fd, BLOCK) == ARCHIVE_OK)
        return archive;
    wheel_archive_fail("not a wheel",
                       archive ? wheel_archive->archive_error_string(archive) : NULL);
    wheel_archive->archive_read_free(archive);
    return NULL;
}

/* The next member. Returns 1, 0 at the end, -1 with the reason kept. */
int wheel_archive_next(struct archive *archive, struct archive_entry **entry)
{
    int status = wheel_archive->archive_read_next_header(archive, entry);

    if (status == ARCHIVE_EOF)
        return 0;
    if (status == ARCHIVE_OK ||
        (status == ARCHIVE_WARN && wheel_archive->archive_entry_pathname(*entry)))
        return 1;
    wheel_archive_fail("its list of members cannot be read",
                       wheel_archive->archive_error_string(archive));
    return -1;
}

/* Reads the whole text of a member, no more than it claims. NULL, with the reason kept. To be
 * freed.
 */
char *wheel_archive_text(struct archive *archive, const char *name, long long claimed)
{
    FILE *copy;
    char *text = NULL, block[4096];
    size_t size = 0;
    ssize_t got = 0;

    copy = memory_check(open_memstream(&text, &size));
    for (long long done = 0; done <= claimed && done < LONGEST_TEXT; done += got) {
        got = wheel_archive->archive_read_data(archive, block, sizeof block);
        if (got <= 0)
            break;
        fwrite(block, 1, (size_t)got, copy);
    }
    if (fclose(copy) == 0 && got == 0)
        return text;
    free(text);
    wheel_archive_fail(got < 0 ? "a member cannot be unpacked"
                               : "a member is larger than it says, or than such a text can be",
                       name);
    return NULL;
}

/* libarchive turns names into the locale's characters, and the command is in the locale C, which
 * has only ASCII. (locale_t)0 changes nothing: then such names are refused. */
locale_t wheel_archive_locale(void)
{
    static locale_t all;

    if (!all)
        all = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    return uselocale(all);
}

/* A file that has no name and is gone when it is closed, or -1. On a disk if there is one to write
 * on: libraries are large. */
static int nameless(void)
{
    FILE *file = tmpfile();
    int fd = file ? fcntl(fileno(file), F_DUPFD_CLOEXEC, 3) : -1;

    if (file)
        fclose(file);
    return fd >= 0 ? fd : memfd_create("lazynccl", MFD_CLOEXEC);
}

/* Unpacks a member if it is an ELF file. Returns its descriptor, -1 if it is none, -2 with the
 * reason kept. */
int wheel_archive_unpack(struct archive *archive, const char *name, long long size)
{
    char block[BLOCK];
    ssize_t got = 0;
    int fd = -1;

    /* libarchive fills the block but at the end, so that the magic is in the first one */
    for (long long done = 0;
         (got = wheel_archive->archive_read_data(archive, block, sizeof block)) > 0;) {
        if (fd < 0 && (got < 4 || memcmp(block, "\177ELF", 4) != 0))
            return -1;
        if (fd < 0 && (fd = nameless()) < 0)
            break;
        done += got;
        if (done > size || write(fd, block, (size_t)got) != got)
            break;
    }
    if (got == 0)
        return fd;
    wheel_archive_fail(got < 0 ? "a member cannot be unpacked"
                       : fd >= 0
                           ? "a member is larger than it says, or there is no room to unpack it"
                           : "there is nowhere to unpack a member",
                       name);
    if (fd >= 0)
        close(fd);
    return -2;
}

const char *wheel_archive_reason(void)
{
    return reason;
}
