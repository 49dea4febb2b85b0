/* Makes stand-ins of the libraries of wheels and of installed distributions.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "standin/inputs.h"
#include "common/files/root.h"
#include "common/linking/facts.h"
#include "common/linking/linker.h"
#include "common/machine/distributions.h"
#include "common/machine/nvidia.h"
#include "common/machine/python.h"
#include "common/machine/target.h"
#include "common/text/memory.h"
#include "common/wheels/wheel.h"
#include "standin/found.h"
#include "standin/repack_wheel.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

void inputs_refuse(struct report *report, const char *thing, const char *why)
{
    if (report->cannot_write)
        return; /* the output folder is the cause, and is reported elsewhere */
    report->refused++;
    report_result(report, REPORT_REFUSED, thing, NULL, 0, why);
}

/* Returns the folder NAME-VERSION.dist-info of a wheel, to be freed. */
static char *folder_of(const struct strings *names)
{
    for (size_t i = 0; i < names->count; i++) {
        const char *end = strstr(names->list[i], ".dist-info/METADATA");

        if (end && !memchr(names->list[i], '/', (size_t)(end - names->list[i])))
            return memory_copy_part(names->list[i],
                                    (size_t)(end - names->list[i]) + strlen(".dist-info"));
    }
    return NULL;
}

/* Finds importers of data in a wheel, if it has several libraries. */
static struct importers importers_in(struct wheel *wheel)
{
    struct importers found = {0};
    int libraries = 0;

    for (size_t i = 0; i < wheel->names.count; i++)
        if (strstr(wheel->names.list[i], ".so") &&
            !source_library_companion(strings_base_name(wheel->names.list[i])))
            libraries++;
    if (libraries > 1)
        wheel_each(wheel, NULL, importers_add, &found);
    return found;
}

static void make_wheel(struct report *report, const char *path)
{
    struct wheel wheel;
    const char *why = wheel_open(&wheel, path);

    if (why) {
        inputs_refuse(report, path, why);
        return;
    }
    struct importers importers = importers_in(&wheel);
    struct repack repack = {.report = report, .thing = path, .importers = &importers};
    OWNED(memory) char *folder = folder_of(&wheel.names);
    int before = report->made;

    why = folder ? repack_begin(&repack, folder, &wheel.metadata) : "no .dist-info folder";
    if (why) {
        inputs_refuse(report, path, why);
    } else {
        repack_end(&repack, wheel_each(&wheel, repack_skips, repack_add, &repack));
        if (report->made == before)
            report->refused++;
    }
    importers_free(&importers);
    wheel_close(&wheel);
}

/* Returns 1 for an NVIDIA distribution that has libraries. */
static int is_nvidia(const struct dist_info *info)
{
    for (size_t i = 0; i < info->files.count; i++) {
        const char *name = strings_base_name(info->files.list[i]);
        const struct nvidia vendor = nvidia_of(name);

        if (strstr(name, ".so") && (strncasecmp(info->name, "nvidia", 6) == 0 ||
                                    (*vendor.package && strncasecmp(info->name, vendor.package,
                                                                    strlen(vendor.package)) == 0)))
            return 1;
    }
    return 0;
}

/* Adds an installed distribution's files. Returns NULL, or why a file cannot be read. */
static const char *add_installed(struct repack *repack, const char *site,
                                 const struct strings *files)
{
    static char text[512];

    for (size_t i = 0; i < files->count; i++) {
        const char *name = files->list[i];
        OWNED(memory) char *path = memory_print("%s/%s", site, name);
        struct stat facts;
        int made = repack->made;

        if (*name == '/' || strncmp(name, "../", 3) == 0)
            continue; /* files outside are scripts, which pip generates at installation */
        size_t size = stat(path, &facts) == 0 ? (size_t)facts.st_size : 0;
        if (repack_skips(repack, name)) {
            repack->freed += size;
            continue;
        }
        int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
        if (fd < 0) {
            snprintf(text, sizeof text, "%.400s: %s", path, strerror(errno));
            return text;
        }
        repack_add(repack, name, fd);
        if (repack->made > made)
            repack->freed += size;
    }
    return NULL;
}

/* Reads a metadata file that machine/distributions.c does not read. */
static void read_more(struct machine *machine, struct distribution *of, const char *name)
{
    OWNED(memory) char *path = memory_print("%s/%s", of->folder, name);
    OWNED(memory) char *text = machine_text(machine, path);

    if (text)
        dist_info_read(&of->info, name, text);
}

static void make_distribution(struct report *report, struct machine *machine, const char *site,
                              struct distribution *of, const struct importers *importers)
{
    const struct dist_info *info = distribution_record(machine, of);
    OWNED(memory) char *installer = memory_print("%s/INSTALLER", of->folder);
    OWNED(memory) char *by = machine_text(machine, installer);

    if (!info->name || !is_nvidia(info))
        return;
    read_more(machine, of, "WHEEL");
    read_more(machine, of, "variant.json");
    struct repack repack = {.report = report, .thing = of->folder, .importers = importers};
    const char *why = by && strncmp(by, "conda", 5) == 0
                          ? "conda has installed it, and pip cannot replace it"
                          : repack_begin(&repack, strings_base_name(of->folder), info);

    if (why && !report->cannot_write)
        report_result(report, REPORT_REFUSED, of->folder, NULL, 0, why);
    else if (!why)
        repack_end(&repack, add_installed(&repack, site, &info->files));
}

/* Returns 1 if the output folder is inside the input. */
static int is_inside(const char *out, const char *site)
{
    OWNED(memory) char *folder = realpath(site, NULL);
    OWNED(memory) char *inner = realpath(out, NULL);
    size_t length = folder ? strlen(folder) : 0;

    return folder && inner && strncmp(inner, folder, length) == 0 &&
           (inner[length] == '/' || !inner[length]);
}

/* Returns the command that installs into a site-packages, to be freed, or NULL if it is unknown.
 * Environments made by uv have no pip. */
static char *installer_of(const char *site)
{
    OWNED(memory) char *library = memory_folder(site);
    OWNED(memory) char *lib = memory_folder(library);
    OWNED(memory) char *prefix = memory_folder(lib);
    OWNED(memory) char *python = memory_print("%s/bin/python3", prefix ? prefix : "");
    OWNED(memory) char *pip = memory_print("%s/pip", site);
    OWNED(memory) char *word = strings_word(python);

    if (!prefix || access(python, X_OK) != 0)
        return NULL;
    return access(pip, F_OK) == 0 ? memory_print("%s -m pip install", word)
                                  : memory_print("uv pip install --python %s", word);
}

char *inputs_site(struct report *report, const char *path)
{
    OWNED(memory) char *folder = strings_without_slash(path);
    OWNED(memory) char *absolute = root_absolute("", folder);
    struct machine *machine = facts_plain("")->machine;
    OWNED(memory)
    char *of_venv = absolute ? python_environment_site(machine->target, absolute) : NULL;
    /* keeps the form in which the path was given */
    char *site =
        of_venv ? memory_print("%s%s", folder, of_venv + strlen(absolute)) : memory_copy(folder);

    if (is_inside(report->out, site))
        inputs_refuse(report, site, "the output would be written into it: choose another folder");
    else if (!distributions_of(machine, site))
        inputs_refuse(
            report, site,
            access(site, R_OK | X_OK) != 0
                ? strerror(errno)
                : "no site-packages: it has neither a .dist-info folder nor a pyvenv.cfg");
    else
        return site;
    free(site);
    return NULL;
}

static void make_site(struct report *report, const char *path)
{
    OWNED(memory) char *site = inputs_site(report, path);
    struct machine *machine = facts_plain("")->machine;
    int before = report->made;

    if (!site)
        return;
    struct importers importers = importers_find(site);
    if (!report->installer)
        report->installer = installer_of(site);
    for (struct distribution *of = distributions_of(machine, site); of && !report->cannot_write;
         of = of->next)
        make_distribution(report, machine, site, of, &importers);
    importers_free(&importers);
    if (report->made == before)
        inputs_refuse(report, site,
                      "no distribution in it has NVIDIA libraries that can be replaced");
}

/* Makes the stand-in of a SONAME from the file that ld.so finds. */
static void make_soname(struct report *report, const char *soname)
{
    OWNED(memory) char *found = linker_first(facts_plain("")->machine->target, soname, NULL);

    if (found)
        report_library(report, found);
    else
        inputs_refuse(report, soname, "no such file here, and ld.so finds none: give its path");
}

/* Makes stand-ins of a library without a stub: from its files in the wheels of the first python3 in
 * PATH, or from the file that ld.so finds. */
static void make_without_stub(struct report *report, const struct lazynccl_description *desc)
{
    OWNED(strings) struct strings sonames = {0};
    struct found found = {0};
    struct target target;

    for (const char *const *soname = desc->sonames; *soname; soname++)
        strings_print(&sonames, "%s", *soname);
    target_open(&target, &(struct target_choice){0});
    for (int i = 0; i < target.site_count; i++)
        found_add_site(&found, &sonames, target.sites[i]);
    for (size_t i = 0; i < found.count; i++)
        report_library(report, found.list[i].path);
    if (!found.count)
        make_soname(report, desc->sonames[0]);
    found_free(&found);
}

enum kind { KIND_MISSING, KIND_FOLDER, KIND_ZIP, KIND_OTHER };

static enum kind kind_of(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    enum kind kind = KIND_OTHER;
    struct stat facts = {0};
    char magic[4];

    if (fd < 0)
        return errno == ENOENT ? KIND_MISSING : KIND_OTHER;
    if (fstat(fd, &facts) == 0 && S_ISDIR(facts.st_mode))
        kind = KIND_FOLDER;
    else if (S_ISREG(facts.st_mode) && pread(fd, magic, 4, 0) == 4 &&
             memcmp(magic, "PK\3\4", 4) == 0)
        kind = KIND_ZIP;
    close(fd);
    return kind;
}

int inputs_is_unknown(const char *word)
{
    return !strpbrk(word, "./") && !nvidia_library(word) && kind_of(word) == KIND_MISSING;
}

void inputs_make(struct report *report, const char *path)
{
    int is_name = !strchr(path, '/');
    lazynccl_library *named = is_name ? nvidia_library(path) : NULL;
    enum kind kind = kind_of(path);

    if (named && named->description->count) /* a file with that name must be given as ./NAME */
        report_stub(report, named->description);
    else if (named)
        make_without_stub(report, named->description);
    else if (kind == KIND_MISSING && is_name && strstr(path, ".so"))
        make_soname(report, path);
    else if (kind == KIND_FOLDER)
        make_site(report, path);
    else if (kind == KIND_ZIP)
        make_wheel(report, path);
    else
        report_library(report, path);
}
