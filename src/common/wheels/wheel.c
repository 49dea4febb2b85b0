/* Reads wheels through libarchive, as untrusted input.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/wheels/wheel.h"
#include "common/text/memory.h"
#include "common/wheels/wheel_archive.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_MEMBERS (1 << 20)
#define LONGEST_NAME 4096
/* A 100:1 ratio is not a real library; small files may have it, such as an empty template. */
#define MOST_RATIO 100
#define SMALL (64 << 20)

/* Whether this part of a path is empty, but not at the end, or "." or "..". */
static int is_bad_part(const char *part, size_t length)
{
    if (length == 0)
        return *part != '\0';
    return length <= 2 && strspn(part, ".") == length;
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

        if (is_bad_part(at, length))
            return "a member's path has an empty part, . or ..";
        at += length;
        if (*at == '/')
            at++;
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

static void read_info(struct wheel *wheel, struct wheel_archive *all)
{
    const char *file = info_file(all->name);

    if (!file || (strcmp(file, "METADATA") && strcmp(file, "WHEEL") && strcmp(file, "RECORD") &&
                  strcmp(file, "variant.json")))
        return;
    if (strcmp(file, "METADATA") == 0 && wheel->metadata.name) {
        wheel_archive_fail(all, "a second .dist-info folder", all->name);
        return;
    }
    OWNED(memory) char *text = wheel_archive_text(all);
    if (text)
        dist_info_read(&wheel->metadata, file, text);
}

static void read_members(struct wheel *wheel, struct wheel_archive *all, long long packed)
{
    struct strings *names = &wheel->names;
    long long unpacked = 0;
    const char *fault;

    while (wheel_archive_next(all)) {
        if ((fault = name_fault(all->name))) {
            wheel_archive_fail(all, fault, all->name);
        } else if (S_ISDIR(all->type)) {
            continue;
        } else if (all->size < 0 || __builtin_add_overflow(unpacked, all->size, &unpacked) ||
                   (unpacked > SMALL && unpacked / MOST_RATIO > packed)) {
            wheel_archive_fail(all, "unpacks to more than a wheel of its size can hold", all->name);
        } else if (names->count == MOST_MEMBERS) {
            wheel_archive_fail(all, "has too many members", NULL);
        } else {
            strings_add(names, all->name, strlen(all->name));
            read_info(wheel, all);
        }
    }
    if (!all->why && !wheel->metadata.name)
        wheel_archive_fail(all, "not a wheel: no .dist-info/METADATA that names it", NULL);
    strings_sort(names);
    for (size_t i = 1; i < names->count && !all->why; i++)
        if (strcmp(names->list[i - 1], names->list[i]) == 0)
            wheel_archive_fail(all, "two members have one name", names->list[i]);
}

const char *wheel_open(struct wheel *wheel, const char *path)
{
    const char *why = NULL;
    struct stat facts;

    *wheel = (struct wheel){.fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)};
    if (wheel->fd < 0 || fstat(wheel->fd, &facts) != 0) {
        why = strerror(errno);
    } else if (!S_ISREG(facts.st_mode)) {
        why = "not a regular file";
    } else {
        OWNED(wheel_archive) struct wheel_archive all = wheel_archive_open(wheel->fd);

        read_members(wheel, &all, facts.st_size);
        why = all.why;
    }
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
    if (!strings_has(&wheel->names, name))
        return NULL;
    OWNED(wheel_archive) struct wheel_archive all = wheel_archive_open(wheel->fd);
    while (wheel_archive_next(&all))
        if (strcmp(all.name, name) == 0)
            return wheel_archive_text(&all);
    return NULL;
}

const char *wheel_each(struct wheel *wheel, wheel_skip *skips, wheel_visit *visit, void *context)
{
    OWNED(wheel_archive) struct wheel_archive all = wheel_archive_open(wheel->fd);
    int stop = 0;

    while (!stop && wheel_archive_next(&all)) {
        int wanted = S_ISREG(all.type) && !(skips && skips(context, all.name));
        int fd = wanted ? wheel_archive_unpack(&all, skips != NULL) : -1;

        if (fd >= 0)
            stop = visit(context, all.name, fd);
    }
    return all.why;
}
