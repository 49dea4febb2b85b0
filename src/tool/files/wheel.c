/* Reads wheels through libarchive and trusts nothing that they say.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/files/wheel.h"
#include "tool/files/libarchive.h"
#include "tool/text/memory.h"
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define BLOCK (64 << 10)
#define MOST_MEMBERS (1 << 20)
#define LONGEST_NAME 4096
#define LONGEST_TEXT (64 << 20) /* of METADATA and its like */
/* A 100:1 ratio is not a real library; small files may have it, such as an empty template. */
#define MOST_RATIO 100
#define SMALL (64 << 20)

static char reason[512];
static const struct libarchive *la; /* NULL: no wheel was read yet */

/* The reason quotes a name that may hold anything: the caller prints it safely. */
static const char *refuse(const char *what, const char *name)
{
    snprintf(reason, sizeof reason, "%s%s%.300s", what, name ? ": " : "", name ? name : "");
    return reason;
}

/* A list of members from its start on; NULL, with the reason kept. To be freed. */
static struct archive *start(int fd)
{
    const char *why;
    struct archive *archive = la || (la = libarchive(&why)) ? la->archive_read_new() : NULL;

    if (!la) {
        refuse(why, NULL);
        return NULL;
    }
    if (archive && lseek(fd, 0, SEEK_SET) == 0 &&
        la->archive_read_support_format_zip_seekable(archive) == ARCHIVE_OK &&
        la->archive_read_open_fd(archive, fd, BLOCK) == ARCHIVE_OK)
        return archive;
    refuse("not a wheel", archive ? la->archive_error_string(archive) : NULL);
    la->archive_read_free(archive);
    return NULL;
}

/* The next member. Returns 1, 0 at the end, -1 with the reason kept. */
static int next(struct archive *archive, struct archive_entry **entry)
{
    int status = la->archive_read_next_header(archive, entry);

    if (status == ARCHIVE_EOF)
        return 0;
    if (status == ARCHIVE_OK || (status == ARCHIVE_WARN && la->archive_entry_pathname(*entry)))
        return 1;
    refuse("its list of members cannot be read", la->archive_error_string(archive));
    return -1;
}

/* Why no wheel may have a member of that name; NULL if it may. */
static const char *name_fault(const char *name)
{
    const char *at = name;

    for (const char *c = name; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            return "a member's name holds a control character";
    if (*name == '/' || *name == '\0' || strlen(name) > LONGEST_NAME)
        return "a member's name is not a path below site-packages";
    do {
        size_t length = strcspn(at, "/");

        if ((length == 0 && *at) || (length == 1 && *at == '.') ||
            (length == 2 && at[0] == '.' && at[1] == '.'))
            return "a member's name leads elsewhere";
        at += length + (at[length] == '/');
    } while (*at);
    return NULL;
}

/* "METADATA" of "NAME-VERSION.dist-info/METADATA", or NULL. */
static const char *info_file(const char *name)
{
    const char *slash = strchr(name, '/');
    size_t length = slash ? (size_t)(slash - name) : 0;

    return length > 10 && strncmp(slash - 10, ".dist-info", 10) == 0 && !strchr(slash + 1, '/')
               ? slash + 1
               : NULL;
}

/* Reads the whole text of a member, no more than it says. NULL, with the reason kept. To be freed.
 */
static char *read_text(struct archive *archive, const char *name, long long claimed)
{
    FILE *copy;
    char *text = NULL, block[4096];
    size_t size = 0;
    ssize_t got = 0;

    copy = memory_check(open_memstream(&text, &size));
    for (long long done = 0; done <= claimed && done < LONGEST_TEXT; done += got) {
        got = la->archive_read_data(archive, block, sizeof block);
        if (got <= 0)
            break;
        fwrite(block, 1, (size_t)got, copy);
    }
    if (fclose(copy) == 0 && got == 0)
        return text;
    free(text);
    refuse(got < 0 ? "a member cannot be unpacked"
                   : "a member is larger than it says, or than such a text can be",
           name);
    return NULL;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static const char *read_info(struct wheel *wheel, struct archive *archive, const char *name,
                             long long size)
{
    const char *file = info_file(name);
    char *text;

    if (!file || (strcmp(file, "METADATA") && strcmp(file, "WHEEL") && strcmp(file, "RECORD")))
        return NULL;
    if (strcmp(file, "METADATA") == 0 && wheel->is.name)
        return refuse("a second .dist-info folder", name);
    if (!(text = read_text(archive, name, size)))
        return reason;
    dist_info_read(&wheel->is, file, text);
    free(text);
    return NULL;
}

static const char *read_members(struct wheel *wheel, struct archive *archive, long long packed)
{
    long long unpacked = 0;
    struct archive_entry *entry;
    const char *why = NULL;
    int more = 0;

    while (!why && (more = next(archive, &entry)) > 0) {
        const char *name = la->archive_entry_pathname(entry);
        long long size = la->archive_entry_size(entry);

        if ((why = name_fault(name)))
            return refuse(why, name);
        if (la->archive_entry_filetype(entry) == AE_IFDIR)
            continue;
        if (size < 0 || __builtin_add_overflow(unpacked, size, &unpacked) ||
            (unpacked > SMALL && unpacked / MOST_RATIO > packed))
            return refuse("unpacks to more than a wheel of its size can hold", name);
        if (wheel->names.count == MOST_MEMBERS)
            return refuse("has too many members", NULL);
        strings_add(&wheel->names, name, strlen(name));
        why = read_info(wheel, archive, name, size);
    }
    if (more < 0)
        return reason;
    if (why)
        return why;
    if (!wheel->is.name)
        return refuse("not a wheel: no .dist-info/METADATA that names it", NULL);
    qsort(wheel->names.list, wheel->names.count, sizeof *wheel->names.list, by_text);
    for (size_t i = 1; i < wheel->names.count; i++)
        if (strcmp(wheel->names.list[i - 1], wheel->names.list[i]) == 0)
            return refuse("two members have one name", wheel->names.list[i]);
    return NULL;
}

/* libarchive turns names into the locale's characters, and the command is in the locale C, which
 * has ASCII alone. (locale_t)0 changes nothing: then such names are refused. */
static locale_t all_characters(void)
{
    static locale_t all;

    if (!all)
        all = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    return uselocale(all);
}

const char *wheel_open(struct wheel *wheel, const char *path)
{
    struct archive *archive = NULL;
    const char *why = NULL;
    struct stat facts;
    locale_t before = all_characters();

    *wheel = (struct wheel){.fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)};
    if (wheel->fd < 0 || fstat(wheel->fd, &facts) != 0)
        why = strerror(errno);
    else if (!S_ISREG(facts.st_mode))
        why = "not a regular file";
    else if (!(archive = start(wheel->fd)))
        why = reason;
    else
        why = read_members(wheel, archive, facts.st_size);
    if (archive)
        la->archive_read_free(archive);
    uselocale(before);
    if (why)
        wheel_close(wheel);
    return why;
}

void wheel_close(struct wheel *wheel)
{
    dist_info_free(&wheel->is);
    strings_free(&wheel->names);
    if (wheel->fd >= 0)
        close(wheel->fd);
    wheel->fd = -1;
}

static int has(const struct wheel *wheel, const char *name)
{
    return bsearch(&name, wheel->names.list, wheel->names.count, sizeof *wheel->names.list,
                   by_text) != NULL;
}

char *wheel_text(struct wheel *wheel, const char *name)
{
    locale_t before = all_characters();
    struct archive *archive = has(wheel, name) ? start(wheel->fd) : NULL;
    struct archive_entry *entry;
    char *text = NULL;

    while (archive && next(archive, &entry) > 0)
        if (strcmp(la->archive_entry_pathname(entry), name) == 0) {
            text = read_text(archive, name, la->archive_entry_size(entry));
            break;
        }
    if (archive)
        la->archive_read_free(archive);
    uselocale(before);
    return text;
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
static int unpack(struct archive *archive, const char *name, long long size)
{
    char block[BLOCK];
    ssize_t got = 0;
    int fd = -1;

    /* libarchive fills the block but at the end, so that the magic is in the first one */
    for (long long done = 0; (got = la->archive_read_data(archive, block, sizeof block)) > 0;) {
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
    refuse(got < 0   ? "a member cannot be unpacked"
           : fd >= 0 ? "a member is larger than it says, or there is no room to unpack it"
                     : "there is nowhere to unpack a member",
           name);
    if (fd >= 0)
        close(fd);
    return -2;
}

const char *wheel_each_elf(struct wheel *wheel, wheel_visit *visit, void *context)
{
    locale_t before = all_characters();
    struct archive *archive = start(wheel->fd);
    struct archive_entry *entry;
    int more = archive ? 0 : -1, stop = 0;

    while (!stop && archive && (more = next(archive, &entry)) > 0) {
        char *name = memory_copy(la->archive_entry_pathname(entry));
        int fd = name && la->archive_entry_filetype(entry) == AE_IFREG
                     ? unpack(archive, name, la->archive_entry_size(entry))
                     : -1;

        if (fd >= 0)
            stop = visit(context, name, fd);
        free(name);
        if (fd == -2) {
            more = -1;
            break;
        }
    }
    if (archive)
        la->archive_read_free(archive);
    uselocale(before);
    return more < 0 ? reason : NULL;
}
