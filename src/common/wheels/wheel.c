/* Reads wheels through libarchive, as untrusted input.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/wheels/wheel.h"
#include "common/text/memory.h"
#include "common/wheels/libarchive.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_MEMBERS (1 << 20)
#define LONGEST_NAME 4096
/* No real library is packed 100:1, but a small file may be, such as one that is nearly empty. */
#define MOST_RATIO 100
#define SMALL (64 << 20)
#define BLOCK (64 << 10)
#define LONGEST_TEXT (64 << 20) /* of METADATA and similar files */

/* The members of a wheel, one after the other. */
struct members {
    struct archive *archive; /* libarchive's; NULL: none */
    const char *why;         /* the first error, valid until the next one; NULL: none */
    const char *name;        /* the name of the member */
    long long size;          /* its unpacked size, according to the wheel */
    unsigned type;           /* S_IFREG, S_IFDIR, ... */
    unsigned mode;           /* its permissions */
};

/* Records "what: name", or only `what`, as the error. Returns 0. The name may contain any bytes:
 * the caller prints the text safely. */
static int fail(struct members *all, const char *what, const char *name)
{
    static char reason[512];

    snprintf(reason, sizeof reason, "%s%s%.300s", what, name ? ": " : "", name ? name : "");
    all->why = reason;
    return 0;
}

/* Begins to read the list of members; next_member() then goes to the first member. */
static struct members begin(int fd)
{
    struct members all = {0};
    const char *why = libarchive_open();

    if (why) {
        fail(&all, "wheels cannot be read", why);
        return all;
    }
    all.archive = memory_check(libarchive.archive_read_new());
    if (lseek(fd, 0, SEEK_SET) != 0 ||
        libarchive.archive_read_support_format_zip_seekable(all.archive) != ARCHIVE_OK ||
        libarchive.archive_read_open_fd(all.archive, fd, BLOCK) != ARCHIVE_OK)
        fail(&all, "not a wheel", libarchive.archive_error_string(all.archive));
    return all;
}

static void members_free(struct members *all)
{
    if (all->archive)
        libarchive.archive_read_free(all->archive);
}

/* Goes to the next member. Returns 1, or 0 at the end or on an error. */
static int next_member(struct members *all)
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
        return fail(all, "its list of members cannot be read",
                    libarchive.archive_error_string(all->archive));
    all->size = libarchive.archive_entry_size(entry);
    all->type = libarchive.archive_entry_filetype(entry);
    all->mode = libarchive.archive_entry_perm(entry);
    return 1;
}

/* Returns the text of the member, to be freed; NULL on an error, such as a wrong size. */
static char *text_of(struct members *all)
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
    fail(all,
         got < 0 ? "a member cannot be unpacked"
                 : "a member is larger than it says, or than such a text can be",
         all->name);
    return NULL;
}

/* Opens a file without a name, which disappears when it is closed; -1 on an error. Prefers a disk
 * to memory, because libraries are large. */
static int open_nameless(void)
{
    FILE *file = tmpfile();
    int fd = file ? fcntl(fileno(file), F_DUPFD_CLOEXEC, 3) : -1;

    if (file)
        fclose(file);
    return fd >= 0 ? fd : memfd_create("lazynccl", MFD_CLOEXEC);
}

/* Returns why a member was not unpacked. `fd` is the file, or -1 if none could be made. */
static const char *unpacking_fault(ssize_t got, int fd)
{
    if (got < 0)
        return "a member cannot be unpacked";
    if (fd < 0)
        return "there is no folder to unpack a member into";
    return "a member is larger than it says, or there is no room to unpack it";
}

/* Unpacks the member: only an ELF file or, with `any`, any file. Returns a descriptor; -1 on an
 * error, or if only an ELF file is wanted and the member is another file. */
static int unpack(struct members *all, int any)
{
    char block[BLOCK];
    ssize_t got = 0;
    int fd = -1;

    /* libarchive fills each block but the last, so that the first one has the magic number */
    for (long long done = 0;
         (got = libarchive.archive_read_data(all->archive, block, sizeof block)) > 0;) {
        if (fd < 0 && !any && (got < 4 || memcmp(block, "\177ELF", 4) != 0))
            return -1;
        if (fd < 0 && (fd = open_nameless()) < 0)
            break;
        done += got;
        if (done > all->size || write(fd, block, (size_t)got) != got)
            break;
    }
    if (got == 0 && fd < 0 && any)
        fd = open_nameless();
    if (got == 0) {
        if (fd >= 0)
            fchmod(fd, 0600 | (all->mode & 0100));
        return fd;
    }
    fail(all, unpacking_fault(got, fd), all->name);
    if (fd >= 0)
        close(fd);
    return -1;
}

/* Returns 1 if this part of a path is ".", "..", or empty and not the last one. */
static int is_bad_part(const char *part, size_t length)
{
    if (length == 0)
        return *part != '\0';
    return length <= 2 && strspn(part, ".") == length;
}

/* Returns why a wheel must not have a member of that name; NULL if it may. */
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

/* Returns "METADATA" for "NAME-VERSION.dist-info/METADATA"; NULL for a path of another form. */
static const char *info_file(const char *name)
{
    const char *slash = strchr(name, '/');
    size_t length = slash ? (size_t)(slash - name) : 0;

    return length > 10 && strncmp(slash - 10, ".dist-info", 10) == 0 && !strchr(slash + 1, '/')
               ? slash + 1
               : NULL;
}

/* Reads the member if it is a metadata file. */
static void read_info(struct wheel *wheel, struct members *all)
{
    const char *file = info_file(all->name);

    if (!file || (strcmp(file, "METADATA") && strcmp(file, "WHEEL") && strcmp(file, "RECORD") &&
                  strcmp(file, "variant.json")))
        return;
    if (strcmp(file, "METADATA") == 0 && wheel->metadata.name) {
        fail(all, "a second .dist-info folder", all->name);
        return;
    }
    OWNED(memory) char *text = text_of(all);
    if (text)
        dist_info_read(&wheel->metadata, file, text);
}

/* Reads the list of members and the metadata, and refuses what pip would not install. */
static void read_members(struct wheel *wheel, struct members *all, long long packed)
{
    struct strings *names = &wheel->names;
    long long unpacked = 0;
    const char *fault;

    while (next_member(all)) {
        if ((fault = name_fault(all->name))) {
            fail(all, fault, all->name);
        } else if (S_ISDIR(all->type)) {
            continue;
        } else if (all->size < 0 || __builtin_add_overflow(unpacked, all->size, &unpacked) ||
                   (unpacked > SMALL && unpacked / MOST_RATIO > packed)) {
            fail(all, "unpacks to more than a wheel of its size can hold", all->name);
        } else if (names->count == MOST_MEMBERS) {
            fail(all, "has too many members", NULL);
        } else {
            strings_add(names, all->name, strlen(all->name));
            read_info(wheel, all);
        }
    }
    if (!all->why && !wheel->metadata.name)
        fail(all, "not a wheel: no .dist-info/METADATA that names it", NULL);
    strings_sort(names);
    for (size_t i = 1; i < names->count && !all->why; i++)
        if (strcmp(names->list[i - 1], names->list[i]) == 0)
            fail(all, "two members have one name", names->list[i]);
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
        OWNED(members) struct members all = begin(wheel->fd);

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
    OWNED(members) struct members all = begin(wheel->fd);
    while (next_member(&all))
        if (strcmp(all.name, name) == 0)
            return text_of(&all);
    return NULL;
}

const char *wheel_each(struct wheel *wheel, wheel_skip *skips, wheel_visit *visit, void *context)
{
    OWNED(members) struct members all = begin(wheel->fd);
    int stop = 0;

    while (!stop && next_member(&all)) {
        int wanted = S_ISREG(all.type) && !(skips && skips(context, all.name));
        int fd = wanted ? unpack(&all, skips != NULL) : -1;

        if (fd >= 0)
            stop = visit(context, all.name, fd);
    }
    return all.why;
}
