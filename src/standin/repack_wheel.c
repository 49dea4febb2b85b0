/* Makes wheels whose libraries are stand-ins.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "standin/repack_wheel.h"
#include "common/text/memory.h"
#include <errno.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Returns VERSION+lazy, a local version: it meets the same requirements, and counts as newer. */
static char *lazy_version(const char *version)
{
    return memory_print("%s%s", version, strchr(version, '+') ? ".lazy" : "+lazy");
}

/* Returns the end of a wheel's name, to be freed: the Pythons, ABIs and platforms of its tags. */
static char *tags_of(const struct dist_info *info)
{
    struct strings parts[3] = {{0}, {0}, {0}};
    char *joined[3];

    for (size_t t = 0; t < info->tags.count; t++) {
        OWNED(strings) struct strings tag = strings_split(info->tags.list[t], '-');

        for (size_t i = 0; tag.count == 3 && i < 3; i++)
            strings_add_once(&parts[i], tag.list[i]);
    }
    for (int i = 0; i < 3; i++) {
        joined[i] = parts[i].count ? strings_join(&parts[i], ".") : memory_copy("none");
        strings_free(&parts[i]);
    }
    char *tags = memory_print("%s-%s-%s", joined[0], joined[1], joined[2]);
    for (int i = 0; i < 3; i++)
        free(joined[i]);
    return tags;
}

/* Returns why a distribution cannot be repacked, or NULL. */
static const char *unfit(const struct dist_info *info)
{
    if (!info->name || !info->version || !info->tags.count)
        return "its metadata do not say its name, version and tags";
    if (strchr(info->name, '/') || strpbrk(info->version, "/ "))
        return "its name or version contains a path";
    if (strstr(info->version, "+lazy") || strstr(info->version, ".lazy"))
        return "its libraries are stand-ins already";
    return NULL;
}

const char *repack_begin(struct repack *repack, const char *folder, const struct dist_info *info)
{
    const char *why = unfit(info);

    if (why)
        return why;
    OWNED(memory) char *tags = tags_of(info);
    OWNED(memory) char *version = lazy_version(info->version);
    size_t stem = strcspn(folder, "-");
    OWNED(memory)
    char *path =
        memory_print("%s/%.*s-%s-%s%s%s.whl", repack->report->out, (int)stem, folder, version, tags,
                     info->label ? "-" : "", info->label ? info->label : "");

    if (atomic_file_begin(&repack->file, path, 0666) != 0) {
        report_cannot_write(repack->report, strerror(errno));
        return repack->report->cannot_write;
    }
    repack->package = memory_copy(info->name);
    repack->version = memory_copy(info->version);
    repack->folder = memory_copy(folder);
    repack->new_folder = memory_print("%.*s-%s.dist-info", (int)stem, folder, version);
    repack->source = memory_print("%s %s", info->name, info->version);
    wheel_writer_begin(&repack->writer, repack->file.fd);
    return NULL;
}

/* Returns the name of a metadata file in its folder, such as "METADATA"; NULL for other files. */
static const char *info_file(const struct repack *repack, const char *name)
{
    size_t length = strlen(repack->folder);

    return strncmp(name, repack->folder, length) == 0 && name[length] == '/' ? name + length + 1
                                                                             : NULL;
}

static int ends(const char *name, const char *end)
{
    size_t length = strlen(name), most = strlen(end);

    return length >= most && strcmp(name + length - most, end) == 0;
}

/* Returns why options keep a library, or NULL. A companion is kept if its opener is. */
static const char *keeps(const struct repack *repack, const char *soname)
{
    const char *of = source_library_companion(soname);
    OWNED(memory) char *opener = of ? memory_print("%s.so", of) : NULL;

    return report_keeps(repack->report, opener ? opener : soname, repack->package);
}

int repack_skips(void *context, const char *name)
{
    static const char *const own[] = {"RECORD",    "RECORD.jws", "RECORD.p7s",
                                      "INSTALLER", "REQUESTED",  "direct_url.json"};
    const struct repack *repack = context;
    const char *file = info_file(repack, name);
    const char *of = source_library_companion(strings_base_name(name));
    OWNED(memory) char *why = memory_print("%s opens it, next to the real library", of ? of : "");

    for (size_t i = 0; file && i < sizeof own / sizeof *own; i++)
        if (strcmp(file, own[i]) == 0)
            return 1; /* they describe the real wheel or its installation */
    if (ends(name, ".pyc"))
        return 1;
    if (ends(name, ".a"))
        report_result(repack->report, REPORT_LEFT_OUT, name, NULL, 0, "a static archive");
    else if (of && strstr(name, ".so") && !keeps(repack, strings_base_name(name)))
        report_result(repack->report, REPORT_LEFT_OUT, name, NULL, 0, why);
    else
        return 0;
    return 1;
}

/* Adds METADATA, with the new version. */
static void add_metadata(struct repack *repack, const char *name, int fd)
{
    struct stat facts = {0};
    OWNED(memory) char *text = NULL;
    OWNED(memory) char *version = lazy_version(repack->version);

    if (fstat(fd, &facts) == 0)
        text = memory_get((size_t)facts.st_size + 1, 1);
    if (!text || pread(fd, text, (size_t)facts.st_size, 0) != facts.st_size)
        return;
    char *line = strncasecmp(text, "Version:", 8) == 0 ? text : strcasestr(text, "\nVersion:");
    if (line && *line == '\n')
        line++;
    size_t rest = line ? strcspn(line, "\r\n") : 0;
    if (!line)
        return;
    OWNED(memory)
    char *made = memory_print("%.*sVersion: %s%s", (int)(line - text), text, version, line + rest);
    wheel_writer_add(&repack->writer, name, made, strlen(made));
}

/* Returns why a library is kept, or NULL if it is replaced. */
static const char *stays(struct repack *repack, const struct source_library *real)
{
    const char *why = keeps(repack, real->file.soname);

    return why ? why : importers_reason(repack->importers, real);
}

/* Returns 1 after adding a stand-in, or 0 if the file is to be added unchanged. */
static int add_standin(struct repack *repack, const char *name, int fd)
{
    OWNED(memory) char *folder = memory_folder(name);
    struct make_hints hints = {folder, repack->package, repack->source, 0};
    struct source_library real;
    const char *why = source_library_read(&real, dup(fd));
    int made = 0, open = !why;

    if (open && !(why = stays(repack, &real))) {
        int file = memfd_create("stand-in", MFD_CLOEXEC);

        why = file < 0 ? strerror(errno) : make_file(&real, &hints, file);
        made = !why;
        if (made) {
            wheel_writer_add_file(&repack->writer, name, 1, file);
            report_result(repack->report, REPORT_STAND_IN, name, NULL, real.count, NULL);
        }
        if (file >= 0)
            close(file);
    }
    if (why && (open || strstr(name, ".so")))
        report_result(repack->report, REPORT_REAL, name, NULL, 0, why);
    if (open)
        source_library_close(&real);
    repack->made += made;
    return made;
}

int repack_add(void *context, const char *name, int fd)
{
    struct repack *repack = context;
    const char *file = info_file(repack, name);
    OWNED(memory) char *moved = file ? memory_print("%s/%s", repack->new_folder, file) : NULL;
    char magic[4] = "";
    struct stat facts = {0};

    fstat(fd, &facts);
    if (file && strcmp(file, "METADATA") == 0)
        add_metadata(repack, moved, fd);
    else if (pread(fd, magic, 4, 0) != 4 || memcmp(magic, "\177ELF", 4) != 0 ||
             !add_standin(repack, name, fd))
        wheel_writer_add_file(&repack->writer, moved ? moved : name, facts.st_mode & 0100, fd);
    close(fd);
    return 0;
}

void repack_end(struct repack *repack, const char *why)
{
    OWNED(memory) char *record = memory_print("%s/RECORD", repack->new_folder);
    OWNED(memory) char *path = memory_copy(repack->file.path);
    OWNED(memory)
    char *undo = memory_print("pip install --force-reinstall --no-deps %s==%s", repack->package,
                              repack->version);
    const char *wrong = wheel_writer_end(&repack->writer, record);
    int nothing = !why && !wrong && !repack->made;

    if (!why)
        why = nothing ? "no library in it can be replaced" : wrong;
    const char *placed = atomic_file_end(&repack->file, why);
    if (repack->writer.cannot_write || (placed && !why))
        report_cannot_write(repack->report, repack->writer.cannot_write ? wrong : placed);
    why = placed;
    if (!why) {
        repack->report->made += repack->made;
        repack->report->freed += repack->freed;
        strings_print(&repack->report->written, "%s", path);
        strings_print(&repack->report->undo, "%s==%s", repack->package, repack->version);
    }
    if (repack->report->cannot_write)
        ; /* the verb reports that the folder cannot be written */
    else if (why)
        report_result(repack->report, nothing ? REPORT_REAL : REPORT_REFUSED, repack->thing, NULL,
                      0, why);
    else
        report_result(repack->report, REPORT_WHEEL, repack->thing, path, 0, undo);
    free(repack->package);
    free(repack->version);
    free(repack->folder);
    free(repack->new_folder);
    free(repack->source);
}
