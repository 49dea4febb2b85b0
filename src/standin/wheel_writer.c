/* Writes wheels through libarchive.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "standin/wheel_writer.h"
#include "common/text/memory.h"
#include "common/wheels/libarchive.h"
#include "standin/sha256.h"
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#define BLOCK (64 << 10)

static void fail(struct wheel_writer *writer, const char *what, const char *why)
{
    if (writer->why)
        return;
    snprintf(writer->reason, sizeof writer->reason, "%.300s: %s", what,
             why ? why : "cannot be written");
    writer->why = writer->reason;
}

static void fail_archive(struct wheel_writer *writer, const char *what)
{
    int error = libarchive.archive_errno(writer->archive);

    writer->cannot_write = 1;
    fail(writer, what,
         error > 0 ? strerror(error) : libarchive.archive_error_string(writer->archive));
}

void wheel_writer_begin(struct wheel_writer *writer, int fd)
{
    const char *why = libarchive_open();

    *writer = (struct wheel_writer){0};
    if (why) {
        fail(writer, "wheels cannot be written", why);
        return;
    }
    writer->archive = memory_check(libarchive.archive_write_new());
    if (libarchive.archive_write_set_format_zip(writer->archive) != ARCHIVE_OK ||
        libarchive.archive_write_open_fd(writer->archive, fd) != ARCHIVE_OK)
        fail_archive(writer, "wheels cannot be written");
}

/* Begins a member without a time, because libarchive would convert it to local time. Without one,
 * libarchive writes the earliest time of zip files, 1980-01-01. */
static void begin_member(struct wheel_writer *writer, const char *name, int executable, size_t size)
{
    struct archive_entry *entry = memory_check(libarchive.archive_entry_new());
    locale_t before = uselocale(libarchive_locale());

    libarchive.archive_entry_set_pathname_utf8(entry, name);
    libarchive.archive_entry_set_filetype(entry, AE_IFREG);
    libarchive.archive_entry_set_perm(entry, executable ? 0755 : 0644);
    libarchive.archive_entry_set_size(entry, (la_int64_t)size);
    if (libarchive.archive_write_header(writer->archive, entry) != ARCHIVE_OK)
        fail_archive(writer, name);
    uselocale(before);
    libarchive.archive_entry_free(entry);
}

static void add_data(struct wheel_writer *writer, const char *name, struct sha256 *sha,
                     const void *bytes, size_t size)
{
    sha256_add(sha, bytes, size);
    if (size && libarchive.archive_write_data(writer->archive, bytes, size) != (la_ssize_t)size)
        fail_archive(writer, name);
}

/* Ends a member, and adds its line to RECORD. Quotes a name that contains a comma or a quote. */
static void end_member(struct wheel_writer *writer, const char *name, struct sha256 *sha)
{
    unsigned long long size = sha->size;
    char digest[SHA256_TEXT];

    sha256_end(sha, digest);
    if (strpbrk(name, ",\"")) {
        OWNED(memory) char *quoted = memory_get(2 * strlen(name) + 1, 1);
        char *to = quoted;

        for (const char *c = name; *c; c++) {
            *to++ = *c;
            if (*c == '"')
                *to++ = '"';
        }
        strings_print(&writer->record, "\"%s\",sha256=%s,%llu", quoted, digest, size);
    } else {
        strings_print(&writer->record, "%s,sha256=%s,%llu", name, digest, size);
    }
}

void wheel_writer_add(struct wheel_writer *writer, const char *name, const void *bytes, size_t size)
{
    struct sha256 sha;

    if (writer->why)
        return;
    sha256_begin(&sha);
    begin_member(writer, name, 0, size);
    add_data(writer, name, &sha, bytes, size);
    end_member(writer, name, &sha);
}

void wheel_writer_add_file(struct wheel_writer *writer, const char *name, int executable, int fd)
{
    char block[BLOCK];
    struct sha256 sha;
    struct stat facts;
    off_t at = 0;
    ssize_t got = 0;

    if (writer->why)
        return;
    if (fstat(fd, &facts) != 0) {
        fail(writer, name, strerror(errno));
        return;
    }
    sha256_begin(&sha);
    begin_member(writer, name, executable, (size_t)facts.st_size);
    for (; !writer->why && (got = pread(fd, block, sizeof block, at)) > 0; at += got)
        add_data(writer, name, &sha, block, (size_t)got);
    if (got < 0 || (!writer->why && at != facts.st_size))
        fail(writer, name, got < 0 ? strerror(errno) : "it changes while it is read");
    end_member(writer, name, &sha);
}

const char *wheel_writer_end(struct wheel_writer *writer, const char *record)
{
    if (!writer->why) {
        strings_print(&writer->record, "%s,,", record);
        OWNED(memory) char *lines = strings_join(&writer->record, "\n");
        OWNED(memory) char *text = memory_print("%s\n", lines);

        wheel_writer_add(writer, record, text, strlen(text));
    }
    if (!writer->why && libarchive.archive_write_close(writer->archive) != ARCHIVE_OK)
        fail_archive(writer, "the list of its members");
    if (writer->archive)
        libarchive.archive_write_free(writer->archive);
    strings_free(&writer->record);
    return writer->why;
}
