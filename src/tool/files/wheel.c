/* Reads wheels through libarchive and trusts nothing that they say.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/files/wheel.h"
#include "tool/files/wheel_archive.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_MEMBERS (1 << 20)
#define LONGEST_NAME 4096
/* A 100:1 ratio is not a real library; small files may have it, such as an empty template. */
#define MOST_RATIO 100
#define SMALL (64 << 20)

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

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static const char *read_info(struct wheel *wheel, struct archive *archive,
                             const struct wheel_member *member)
{
    const char *file = info_file(member->name);
    char *text;

    if (!file || (strcmp(file, "METADATA") && strcmp(file, "WHEEL") && strcmp(file, "RECORD")))
        return NULL;
    if (strcmp(file, "METADATA") == 0 && wheel->metadata.name)
        return wheel_archive_fail("a second .dist-info folder", member->name);
    if (!(text = wheel_archive_text(archive, member)))
        return wheel_archive_reason();
    dist_info_read(&wheel->metadata, file, text);
    free(text);
    return NULL;
}

static const char *read_members(struct wheel *wheel, struct archive *archive, long long packed)
{
    long long unpacked = 0;
    struct wheel_member member;
    const char *why = NULL;
    int more = 0;

    while (!why && (more = wheel_archive_next(archive, &member)) > 0) {
        if ((why = name_fault(member.name)))
            return wheel_archive_fail(why, member.name);
        if (member.is_folder)
            continue;
        if (member.size < 0 || __builtin_add_overflow(unpacked, member.size, &unpacked) ||
            (unpacked > SMALL && unpacked / MOST_RATIO > packed))
            return wheel_archive_fail("unpacks to more than a wheel of its size can hold",
                                      member.name);
        if (wheel->names.count == MOST_MEMBERS)
            return wheel_archive_fail("has too many members", NULL);
        strings_add(&wheel->names, member.name, strlen(member.name));
        why = read_info(wheel, archive, &member);
    }
    if (more < 0)
        return wheel_archive_reason();
    if (why)
        return why;
    if (!wheel->metadata.name)
        return wheel_archive_fail("not a wheel: no .dist-info/METADATA that names it", NULL);
    qsort(wheel->names.list, wheel->names.count, sizeof *wheel->names.list, by_text);
    for (size_t i = 1; i < wheel->names.count; i++)
        if (strcmp(wheel->names.list[i - 1], wheel->names.list[i]) == 0)
            return wheel_archive_fail("two members have one name", wheel->names.list[i]);
    return NULL;
}

const char *wheel_open(struct wheel *wheel, const char *path)
{
    struct archive *archive = NULL;
    const char *why = NULL;
    struct stat facts;

    *wheel = (struct wheel){.fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)};
    if (wheel->fd < 0 || fstat(wheel->fd, &facts) != 0)
        why = strerror(errno);
    else if (!S_ISREG(facts.st_mode))
        why = "not a regular file";
    else if (!(archive = wheel_archive_start(wheel->fd)))
        why = wheel_archive_reason();
    else
        why = read_members(wheel, archive, facts.st_size);
    wheel_archive_end(archive);
    if (why)
        wheel_close(wheel);
    return why;
}

void wheel_close(struct wheel *wheel)
{
    dist_info_free(&wheel->metadata);
    strings_free(&wheel->names);
    if (wheel->fd >= 0)
        close(wheel->fd);
    wheel->fd = -1;
}

char *wheel_text(struct wheel *wheel, const char *name)
{
    struct archive *archive =
        bsearch(&name, wheel->names.list, wheel->names.count, sizeof *wheel->names.list, by_text)
            ? wheel_archive_start(wheel->fd)
            : NULL;
    struct wheel_member member;
    char *text = NULL;

    while (archive && wheel_archive_next(archive, &member) > 0)
        if (strcmp(member.name, name) == 0) {
            text = wheel_archive_text(archive, &member);
            break;
        }
    wheel_archive_end(archive);
    return text;
}

const char *wheel_each_elf(struct wheel *wheel, wheel_visit *visit, void *context)
{
    struct archive *archive = wheel_archive_start(wheel->fd);
    struct wheel_member member;
    int more = archive ? 0 : -1, stop = 0;

    while (!stop && archive && (more = wheel_archive_next(archive, &member)) > 0) {
        int fd = member.is_file ? wheel_archive_unpack(archive, &member) : -1;

        if (fd >= 0)
            stop = visit(context, member.name, fd);
        if (fd == -2) {
            more = -1;
            break;
        }
    }
    wheel_archive_end(archive);
    return more < 0 ? wheel_archive_reason() : NULL;
}
