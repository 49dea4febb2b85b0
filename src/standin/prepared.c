/* Makes and checks folders of stand-ins.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "standin/prepared.h"
#include "common/files/root.h"
#include "common/files/walk.h"
#include "common/machine/nvidia.h"
#include "common/text/memory.h"
#include "standin/inputs.h"
#include "standin/private_folder.h"
#include "standin/set.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#define AGAIN "make it with lazynccl stand-in ENVIRONMENT --into DIR"

/* The manifest is removed first, because only a complete set has one. */
static const char *const parts[] = {"manifest", "lib", "site", "sitecustomize.py", "traced"};
enum { PARTS = sizeof parts / sizeof *parts };

static int is_part(const char *name)
{
    for (int i = 0; i < PARTS; i++)
        if (strcmp(name, parts[i]) == 0)
            return 1;
    return 0;
}

/* Removes an older set. Returns NULL, or why the folder cannot be used. After a failure, either
 * nothing has changed or the older set is incomplete. */
static const char *remove_older(const char *folder)
{
    OWNED(strings) struct strings names = {0};
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const char *wrong = fd < 0 || walk_names(folder, &names) != 0 ? strerror(errno) : NULL;

    for (size_t i = 0; i < names.count; i++)
        if (!is_part(names.list[i]))
            wrong = "it contains other files: choose another folder";
    for (int i = 0; !wrong && i < PARTS; i++) {
        private_folder_remove(fd, parts[i]);
        if (faccessat(fd, parts[i], F_OK, AT_SYMLINK_NOFOLLOW) == 0)
            wrong = "its older stand-ins cannot be removed";
    }
    if (fd >= 0)
        close(fd);
    return wrong;
}

/* Adds NCCL, NVRTC and nvJitLink, which get stand-ins even if they are not installed. */
static void add_stubs(struct found *found, const struct report *choice)
{
    for (const struct lazynccl_description *desc = NULL; (desc = nvidia_next(desc));)
        for (const char *const *soname = desc->sonames; *soname; soname++)
            if (!report_keeps(choice, *soname, NULL))
                found_add_described(found, *soname, NULL);
}

/* Adds the libraries of the wheels, and those of a conda environment. Returns their number. */
static size_t find(struct found *found, const char *site)
{
    static const struct strings all = {0};
    OWNED(memory) char *python = memory_folder(site);
    OWNED(memory) char *lib = memory_folder(python);

    found_add_site(found, &all, site);
    if (lib)
        found_add_folder(found, &all, lib);
    return found->count;
}

/* Reports each library that the manifest lists. */
static void report_set(struct report *report, const char *site)
{
    OWNED(memory) char *path = memory_print("%s/manifest", report->out);
    OWNED(memory) char *text = root_text("", path);

    for (char *rest = text, *line; (line = strsep(&rest, "\n"));) {
        OWNED(strings) struct strings words = strings_split(line, '\t');

        if (words.count < 6)
            continue;
        int made = strcmp(words.list[0], "stand-in") == 0;
        int is_stub = strcmp(words.list[3], "0") == 0;
        OWNED(memory) char *into = memory_print("%s/lib/%s", report->out, words.list[1]);
        OWNED(memory)
        char *file =
            is_stub ? memory_copy(words.list[1]) : memory_print("%s/%s", site, words.list[2]);
        const char *remark = is_stub ? "made from its stub, because no file was found" : NULL;

        report->made += made;
        if (made)
            strings_print(&report->written, "%s", into);
        report_result(report, made ? REPORT_STAND_IN : REPORT_REAL, file, made ? into : NULL, 0,
                      made ? remark : words.list[5]);
    }
}

/* Makes DIR/traced first, so that DIR has a manifest only if both sets are complete. */
static const char *make_sets(const struct report *report, const struct found *found,
                             const struct strings *sites)
{
    OWNED(memory) char *traced = memory_print("%s/traced", report->out);
    struct set_plan plan = {.found = found, .sites = sites, .choice = report, .traced = 1};
    const char *wrong = remove_older(report->out);

    if (!wrong)
        wrong = set_make(&plan, traced, NULL);
    plan.traced = 0;
    return wrong ? wrong : set_make(&plan, report->out, NULL);
}

void prepared_make(struct report *report, const char *environment)
{
    OWNED(memory) char *site = inputs_site(report, environment);
    OWNED(memory) char *real = site ? realpath(site, NULL) : NULL;
    const struct strings sites = {&real, 1};
    struct found found = {0};

    if (!real)
        return;
    if (!find(&found, real)) {
        inputs_refuse(report, site, "it has no NVIDIA libraries");
    } else {
        add_stubs(&found, report);
        const char *wrong = make_sets(report, &found, &sites);

        if (wrong)
            report_cannot_write(report, wrong);
        else
            report_set(report, site);
    }
    found_free(&found);
}

static const char *fail(const char *format, const char *what)
{
    static char text[400];

    snprintf(text, sizeof text, format, what);
    return text;
}

/* Returns NULL, or which stand-in is missing: the folder may have been copied in part. */
static const char *check_names(const struct strings *lines, const char *set)
{
    OWNED(memory) char *lib = memory_print("%s/lib", set);
    OWNED(strings) struct strings names = {0};

    walk_names(lib, &names);
    for (size_t i = 0; i < lines->count; i++) {
        OWNED(strings) struct strings words = strings_split(lines->list[i], '\t');

        if (words.count > 1 && strcmp(words.list[0], "stand-in") == 0 &&
            !strings_has(&names, words.list[1]))
            return fail("lacks lib/%.200s, which its manifest lists: " AGAIN, words.list[1]);
    }
    return NULL;
}

/* Returns NULL, or which package has changed: the names of .dist-info folders contain versions. If
 * the environment is elsewhere now, each Python that starts compares its files instead. */
static const char *check_packages(const struct strings *lines)
{
    OWNED(strings) struct strings names = {0};

    for (size_t i = 0; i < lines->count; i++) {
        const char *tab = strchr(lines->list[i], '\t');

        if (!tab)
            continue;
        if (strncmp(lines->list[i], "site\t", 5) == 0 && walk_names(tab + 1, &names) != 0)
            return NULL;
        if (strncmp(lines->list[i], "package\t", 8) == 0 && !strings_has(&names, tab + 1))
            return fail("was made from %.200s, which the environment no longer has: " AGAIN,
                        tab + 1);
    }
    return NULL;
}

/* Returns NULL, or why the superuser must not use a folder: another user can change its files. */
static const char *check_owner(const char *set)
{
    OWNED(memory) char *lib = memory_print("%s/lib", set);
    const char *wrong = private_folder_check(lib);

    if (!wrong && (private_folder_is_writable(lib) || private_folder_is_writable(set)))
        wrong = "others can write there";
    return wrong ? fail("%s: make it as root, in a folder that only root can change", wrong) : NULL;
}

const char *prepared_check(const char *set)
{
    OWNED(memory) char *path = memory_print("%s/manifest", set);
    OWNED(memory) char *text = root_text("", path);
    OWNED(strings) struct strings lines = strings_split(text, '\n');
    OWNED(memory) char *machine = memory_print("machine\t%d", LAZYNCCL_ELF_MACHINE);

    if (!text)
        return fail("has no complete set of stand-ins (%s): " AGAIN, strerror(errno));
    if (strcmp(lines.list[0], SET_FORMAT) != 0 || !strings_has(&lines, SET_END))
        return "its manifest is damaged: " AGAIN;
    if (!strings_has(&lines, machine))
        return "its stand-ins are for another machine: " AGAIN;
    const char *wrong = check_names(&lines, set);
    if (!wrong && private_folder_is_superuser())
        wrong = check_owner(set);
    return wrong ? wrong : check_packages(&lines);
}
