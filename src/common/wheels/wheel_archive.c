/* Reads the members of a wheel through libarchive, and unpacks them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/wheels/wheel_archive.h"
#include "common/text/memory.h"
#include "common/wheels/libarchive.h"
#include <fcntl.h>
#include <locale.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define BLOCK (64 << 10)
#define LONGEST_TEXT (64 << 20) /* of METADATA and its like */

/* The reason quotes a name that may hold anything: the caller prints it safely. */
int wheel_archive_fail(struct wheel_archive *all, const char *what, const char *name)
{
    static char reason[512];

    snprintf(reason, sizeof reason, "%s%s%.300s", what, name ? ": " : "", name ? name : "");
    all->why = reason;
    return 0;
}

struct wheel_archive wheel_archive_open(int fd)
{
    struct wheel_archive all = {0};
    const char *why = libarchive_open();

    if (why) {
        wheel_archive_fail(&all, "wheels cannot be read", why);
        return all;
    }
    all.archive = memory_check(libarchive.archive_read_new());
    if (lseek(fd, 0, SEEK_SET) != 0 ||
        libarchive.archive_read_support_format_zip_seekable(all.archive) != ARCHIVE_OK ||
        libarchive.archive_read_open_fd(all.archive, fd, BLOCK) != ARCHIVE_OK)
        wheel_archive_fail(&all, "not a wheel", libarchive.archive_error_string(all.archive));
    return all;
}

void wheel_archive_free(struct wheel_archive *all)
{
    if (all->archive)
        libarchive.archive_read_free(all->archive);
}

int wheel_archive_next(struct wheel_archive *all)
{
    struct archive_entry *entry;

    if (all->why)
        return 0;
    locale_t before = uselocale(libarchive_locale());
    int status = libarchive.archive_read_next_header(all->archive, &entry);
    int read = status == ARCHIVE_OK || status == ARCHIVE_WARN;

    all->name = read ? libarchive.archive_entry_pathname(entry) : NULL;
    uselocale(before);
    if (status == ARCHIVE_EOF)
        return 0;
    if (!all->name)
        return wheel_archive_fail(all, "its list of members cannot be read",
                                  libarchive.archive_error_string(all->archive));
    all->size = libarchive.archive_entry_size(entry);
    all->type = libarchive.archive_entry_filetype(entry);
    all->mode = libarchive.archive_entry_perm(entry);
    return 1;
}

char *wheel_archive_text(struct wheel_archive *all)
{
    char *text = NULL, block[4096];
    size_t size = 0;
    FILE *copy = memory_check(open_memstream(&text, &size));
    ssize_t got = 0;

    for (long long done = 0; done <= all->size && done < LONGEST_TEXT; done += got) {
        got = libarchive.archive_read_data(all->archive, block, sizeof block);
        if (got <= 0)
            break;
        fwrite(block, 1, (size_t)got, copy);
    }
    if (fclose(copy) == 0 && got == 0)
        return text;
    free(text);
    wheel_archive_fail(all,
                       got < 0 ? "a member cannot be unpacked"
                               : "a member is larger than it says, or than such a text can be",
                       all->name);
    return NULL;
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

/* Says why a member was not unpacked, into the file `fd` or, if that is -1, into none. */
static const char *unpacking_fault(ssize_t got, int fd)
{
    if (got < 0)
        return "a member cannot be unpacked";
    if (fd < 0)
        return "there is no folder to unpack a member into";
    return "a member is larger than it says, or there is no room to unpack it";
}

int wheel_archive_unpack(struct wheel_archive *all, int any)
{
    char block[BLOCK];
    ssize_t got = 0;
    int fd = -1;

    /* libarchive fills the block but at the end, so that the magic is in the first one */
    for (long long done = 0;
         (got = libarchive.archive_read_data(all->archive, block, sizeof block)) > 0;) {
        if (fd < 0 && !any && (got < 4 || memcmp(block, "\177ELF", 4) != 0))
            return -1;
        if (fd < 0 && (fd = nameless()) < 0)
            break;
        done += got;
        if (done > all->size || write(fd, block, (size_t)got) != got)
            break;
    }
    if (got == 0 && fd < 0 && any)
        fd = nameless();
    if (got == 0) {
        if (fd >= 0)
            fchmod(fd, 0600 | (all->mode & 0100));
        return fd;
    }
    wheel_archive_fail(all, unpacking_fault(got, fd), all->name);
    if (fd >= 0)
        close(fd);
    return -1;
}
