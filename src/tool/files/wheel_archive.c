/* Reads the members of a wheel through libarchive, and unpacks them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
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

/* The reason quotes a name that may hold anything: the caller prints it safely. */
int wheel_archive_fail(struct wheel_archive *all, const char *what, const char *name)
{
    static char reason[512];

    snprintf(reason, sizeof reason, "%s%s%.300s", what, name ? ": " : "", name ? name : "");
    all->why = reason;
    return 0;
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
static const char *open_libarchive(void)
{
#define TAKE(function) libarchive.function = function;
    FUNCTIONS(TAKE)
    return NULL;
}
#else
#define SONAME "libarchive.so.13"
#define NOTE                                                                                       \
    "[{\"soname\":[\"" SONAME "\"],\"feature\":\"wheels\","                                        \
    "\"description\":\"reads Python wheels\",\"priority\":\"recommended\"}]"
LAZYNCCL_NOTE(dlopen_note_libarchive, ".note.dlopen", 0x407c0c0a, 4, "FDO", sizeof NOTE, NOTE);

/* Returns NULL, or why it cannot be used. */
static const char *open_libarchive(void)
{
    static int opened;
    void *library = opened ? NULL : dlopen(SONAME, RTLD_NOW | RTLD_LOCAL), *symbol;

    if (opened)
        return NULL;
    if (!library)
        return dlerror();
#define TAKE(function)                                                                             \
    if (!(symbol = dlsym(library, #function)))                                                     \
        return SONAME " has no " #function;                                                        \
    memcpy(&libarchive.function, &symbol, sizeof symbol);
    FUNCTIONS(TAKE)
    opened = 1;
    return NULL;
}
#endif

struct wheel_archive wheel_archive_open(int fd)
{
    struct wheel_archive all = {0};
    const char *why = open_libarchive();

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
    static locale_t utf8;
    struct archive_entry *entry;

    if (all->why)
        return 0;
    /* libarchive turns names into the locale's characters, and the command is in the locale C,
     * which has only ASCII. (locale_t)0 changes nothing: then such names are refused. */
    if (!utf8)
        utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    locale_t before = uselocale(utf8);
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

int wheel_archive_unpack(struct wheel_archive *all)
{
    char block[BLOCK];
    ssize_t got = 0;
    int fd = -1;

    /* libarchive fills the block but at the end, so that the magic is in the first one */
    for (long long done = 0;
         (got = libarchive.archive_read_data(all->archive, block, sizeof block)) > 0;) {
        if (fd < 0 && (got < 4 || memcmp(block, "\177ELF", 4) != 0))
            return -1;
        if (fd < 0 && (fd = nameless()) < 0)
            break;
        done += got;
        if (done > all->size || write(fd, block, (size_t)got) != got)
            break;
    }
    if (got == 0)
        return fd;
    wheel_archive_fail(all,
                       got < 0 ? "a member cannot be unpacked"
                       : fd >= 0
                           ? "a member is larger than it says, or there is no room to unpack it"
                           : "there is nowhere to unpack a member",
                       all->name);
    if (fd >= 0)
        close(fd);
    return -1;
}
