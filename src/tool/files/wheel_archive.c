/* Reads the members of a wheel through libarchive, and unpacks them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/files/wheel_archive.h"
#include "library/library.h"
#include "tool/text/memory.h"
#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define BLOCK (64 << 10)
#define LONGEST_TEXT (64 << 20) /* of METADATA and its like */

static char reason[512];

const char *wheel_archive_reason(void)
{
    return reason;
}

/* The reason quotes a name that may hold anything: the caller prints it safely. */
const char *wheel_archive_fail(const char *what, const char *name)
{
    snprintf(reason, sizeof reason, "%s%s%.300s", what, name ? ": " : "", name ? name : "");
    return reason;
}

/* libarchive, opened when the first wheel is read: it brings a dozen libraries with it, which would
 * be most of what any other verb takes to start. */
#define FUNCTIONS(X)                                                                               \
    X(archive_entry_filetype)                                                                      \
    X(archive_entry_pathname)                                                                      \
    X(archive_entry_size)                                                                          \
    X(archive_error_string)                                                                        \
    X(archive_read_data)                                                                           \
    X(archive_read_free)                                                                           \
    X(archive_read_new)                                                                            \
    X(archive_read_next_header)                                                                    \
    X(archive_read_open_fd)                                                                        \
    X(archive_read_support_format_zip_seekable)

static struct {
#define MEMBER(function) __typeof__(function) *function;
    FUNCTIONS(MEMBER)
} libarchive;

#ifdef LAZYNCCL_STATIC_TOOL
static int open_libarchive(void)
{
#define TAKE(function) libarchive.function = function;
    FUNCTIONS(TAKE)
    return 0;
}
#else
#define SONAME "libarchive.so.13"
#define NOTE                                                                                       \
    "[{\"soname\":[\"" SONAME "\"],\"feature\":\"wheels\","                                        \
    "\"description\":\"reads Python wheels\",\"priority\":\"recommended\"}]"
LAZYNCCL_NOTE(dlopen_note_libarchive, ".note.dlopen", 0x407c0c0a, 4, "FDO", sizeof NOTE, NOTE);

/* Returns 0, or -1 with the reason kept. */
static int open_libarchive(void)
{
    static int opened;
    void *library = opened ? NULL : dlopen(SONAME, RTLD_NOW | RTLD_LOCAL), *symbol;
    const char *missing = NULL;

    if (opened)
        return 0;
    if (!library) {
        wheel_archive_fail("wheels cannot be read", dlerror());
        return -1;
    }
#define TAKE(function)                                                                             \
    if (!(symbol = dlsym(library, #function)))                                                     \
        missing = SONAME " has no " #function;                                                     \
    memcpy(&libarchive.function, &symbol, sizeof symbol);
    FUNCTIONS(TAKE)
    if (missing)
        wheel_archive_fail("wheels cannot be read", missing);
    opened = !missing;
    return opened ? 0 : -1;
}
#endif

struct archive *wheel_archive_start(int fd)
{
    if (open_libarchive() != 0)
        return NULL;
    struct archive *archive = libarchive.archive_read_new();
    if (archive && lseek(fd, 0, SEEK_SET) == 0 &&
        libarchive.archive_read_support_format_zip_seekable(archive) == ARCHIVE_OK &&
        libarchive.archive_read_open_fd(archive, fd, BLOCK) == ARCHIVE_OK)
        return archive;
    wheel_archive_fail("not a wheel", archive ? libarchive.archive_error_string(archive) : NULL);
    wheel_archive_end(archive);
    return NULL;
}

void wheel_archive_end(struct archive *archive)
{
    if (archive)
        libarchive.archive_read_free(archive);
}

int wheel_archive_next(struct archive *archive, struct wheel_member *member)
{
    static locale_t all;
    struct archive_entry *entry;

    /* libarchive turns names into the locale's characters, and the command is in the locale C,
     * which has only ASCII. (locale_t)0 changes nothing: then such names are refused. */
    if (!all)
        all = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    locale_t before = uselocale(all);
    int status = libarchive.archive_read_next_header(archive, &entry);
    int read = status == ARCHIVE_OK || status == ARCHIVE_WARN;
    const char *name = read ? libarchive.archive_entry_pathname(entry) : NULL;

    uselocale(before);
    if (status == ARCHIVE_EOF)
        return 0;
    if (!name) {
        wheel_archive_fail("its list of members cannot be read",
                           libarchive.archive_error_string(archive));
        return -1;
    }
    int type = libarchive.archive_entry_filetype(entry);
    *member = (struct wheel_member){name, libarchive.archive_entry_size(entry), type == AE_IFREG,
                                    type == AE_IFDIR};
    return 1;
}

char *wheel_archive_text(struct archive *archive, const struct wheel_member *member)
{
    FILE *copy;
    char *text = NULL, block[4096];
    size_t size = 0;
    ssize_t got = 0;

    copy = memory_check(open_memstream(&text, &size));
    for (long long done = 0; done <= member->size && done < LONGEST_TEXT; done += got) {
        got = libarchive.archive_read_data(archive, block, sizeof block);
        if (got <= 0)
            break;
        fwrite(block, 1, (size_t)got, copy);
    }
    if (fclose(copy) == 0 && got == 0)
        return text;
    free(text);
    wheel_archive_fail(got < 0 ? "a member cannot be unpacked"
                               : "a member is larger than it says, or than such a text can be",
                       member->name);
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

int wheel_archive_unpack(struct archive *archive, const struct wheel_member *member)
{
    char block[BLOCK];
    ssize_t got = 0;
    int fd = -1;

    /* libarchive fills the block but at the end, so that the magic is in the first one */
    for (long long done = 0;
         (got = libarchive.archive_read_data(archive, block, sizeof block)) > 0;) {
        if (fd < 0 && (got < 4 || memcmp(block, "\177ELF", 4) != 0))
            return -1;
        if (fd < 0 && (fd = nameless()) < 0)
            break;
        done += got;
        if (done > member->size || write(fd, block, (size_t)got) != got)
            break;
    }
    if (got == 0)
        return fd;
    wheel_archive_fail(got < 0 ? "a member cannot be unpacked"
                       : fd >= 0
                           ? "a member is larger than it says, or there is no room to unpack it"
                           : "there is nowhere to unpack a member",
                       member->name);
    if (fd >= 0)
        close(fd);
    return -2;
}
