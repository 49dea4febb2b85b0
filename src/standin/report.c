/* Makes the stand-in of one library, and records the results of all.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "standin/report.h"
#include "common/linking/facts.h"
#include "common/linking/linker.h"
#include "common/machine/nvidia.h"
#include "common/text/memory.h"
#include "runtime/library/platform.h"
#include "runtime/search/path.h"
#include "standin/elf/stub_lookup.h"
#include "standin/importers.h"

int report_lists(const struct strings *names, const char *soname, const char *package)
{
    for (size_t i = 0; i < names->count; i++) {
        const char *name = names->list[i];
        size_t length = strlen(name);

        if (strcmp(name, soname) == 0 || (package && strcasecmp(name, package) == 0) ||
            (strncmp(soname, "lib", 3) == 0 && strncasecmp(soname + 3, name, length) == 0 &&
             strncmp(soname + 3 + length, ".so", 3) == 0))
            return 1;
    }
    return 0;
}

const char *report_keeps(const struct report *report, const char *soname, const char *package)
{
    if (report_lists(&report->except, soname, package))
        return "as --except says";
    if (report->only.count && !report_lists(&report->only, soname, package))
        return "not named by --only";
    return NULL;
}

int report_read_list(struct strings *names, const char *text)
{
    char *line = NULL;
    size_t size = 0;
    ssize_t got;

    if (!text || *text != '@') {
        *names = strings_split(text, ',');
        return 0;
    }
    FILE *file = fopen(text + 1, "re");
    if (!file)
        return -1;
    while ((got = getline(&line, &size, file)) > 0) {
        size_t length = strcspn(line, " \t\n");

        if (length && *line != '#')
            strings_add(names, line, length);
    }
    free(line);
    fclose(file);
    return 0;
}

void report_result(const struct report *report, enum report_state state, const char *file,
                   const char *into, size_t functions, const char *why)
{
    static const char *const words[] = {"stand-in", "real", "left out", "wheel", "refused"};
    const struct style *style = report->table->style;
    struct json *json = report->table->json;
    char count[24], shown[40] = "";

    snprintf(count, sizeof count, "%zu", functions);
    if (functions)
        snprintf(shown, sizeof shown, "  %s functions", count);
    if (!json && into) {
        style_line(style, "%-9s %s", words[state], file);
        style_line(style, "          -> %s%s", into, shown);
        if (why && state != REPORT_WHEEL)
            style_line(style, "          %s", why);
    } else if (!json) {
        style_color_line(style, state == REPORT_REFUSED ? STYLE_ERROR : NULL, "%-9s %s%s%s%s",
                         words[state], file, shown, why ? "  " : "", why ? why : "");
    }
    json_row(json, NULL, JSON_TEXT("state", words[state]), JSON_TEXT("file", file),
             JSON_TEXT("into", into), JSON_TEXT("functions", functions ? count : NULL),
             JSON_TEXT("why", why));
}

/* Returns a file's folder, relative to site-packages, to be freed; NULL if it is elsewhere. */
static char *wheel_folder(const char *path)
{
    size_t length = lazynccl_site_length(path);
    char *folder = length ? memory_folder(path) : NULL, *below = NULL;

    if (folder && strlen(folder) > length + 1)
        below = memory_copy(folder + length + 1);
    free(folder);
    return below;
}

char *report_package(const char *soname)
{
    static const char install[] = "pip install ";
    OWNED(memory) char *text = nvidia_install(soname, 0, 0);

    return text && strncmp(text, install, sizeof install - 1) == 0 &&
                   !strchr(text + sizeof install - 1, ' ')
               ? memory_copy(text + sizeof install - 1)
               : NULL;
}

/* Returns which file imports the library's data, in its site-packages, or else in its folder. */
static const char *imported(const struct source_library *real, const char *path)
{
    OWNED(memory) char *folder = memory_folder(path);
    size_t site = lazynccl_site_length(path);

    if (!real->data_count || !folder)
        return NULL;
    if (site)
        folder[site] = '\0';
    return importers_reason_below(folder, real);
}

#define OTHER_REAL                                                                                 \
    "its stand-in would replace another real library of that name: choose another folder"

void report_cannot_write(struct report *report, const char *why)
{
    if (!report->cannot_write)
        report->cannot_write = memory_copy(why);
}

static void write_standin(struct report *report, struct source_library *real,
                          const struct make_hints *hints, const char *into)
{
    const char *why = make_at(real, hints, into);

    if (why)
        report_cannot_write(report, why);
    else
        strings_print(&report->written, "%s", into);
}

static const char *make(struct report *report, struct source_library *real, const char *path,
                        char **into)
{
    const char *soname = real->file.soname, *why = report_keeps(report, soname, NULL);

    *into = memory_print("%s/%s", report->out, soname);
    if (!why && lazynccl_same_file(path, *into))
        why = "its stand-in would replace it: choose another folder";
    if (!why && elf_file_stands_in(*into) == 0)
        why = OTHER_REAL;
    if (why)
        return why;
    OWNED(memory) char *whole = memory_check(realpath(path, NULL));
    OWNED(memory) char *folder = wheel_folder(whole);
    OWNED(memory) char *package = report_package(soname);
    struct make_hints hints = {folder, package, strings_base_name(whole), 0};

    if ((why = imported(real, whole)))
        return why;
    write_standin(report, real, &hints, *into);
    return NULL;
}

/* Returns a sentence on libraries that the real library needs and ld.so does not find, to be freed;
 * or NULL. Without a RUNPATH in the real library, ld.so may have found them by the DT_RPATH of the
 * file that needs it. The stand-in, which now opens the real library, has no search path. */
static char *out_of_reach(const struct source_library *real, const char *path)
{
    if (real->file.runpath)
        return NULL;
    struct target asks = target_as(facts_plain("")->machine->target, path, &real->file);
    OWNED(strings) struct strings missing = {0};

    for (size_t i = 0; i < real->file.needed.count; i++) {
        const char *needed = real->file.needed.list[i];
        OWNED(memory) char *found = linker_first(&asks, needed, NULL);

        if (!found && !nvidia_of(needed).is_driver && !nvidia_is_base(needed))
            strings_add(&missing, needed, strlen(needed));
    }
    if (!missing.count)
        return NULL;
    OWNED(memory) char *names = strings_join(&missing, ", ");
    return memory_print("needs %s and has no search path that leads there: name the folder in "
                        "LD_LIBRARY_PATH",
                        names);
}

/* Returns a warning for the user of a stand-in, to be freed, or NULL. */
static char *remark_on(const struct source_library *real, const char *path)
{
    char *left_out = source_library_left_out(real), *needs = out_of_reach(real, path);

    if (!left_out || !needs)
        return left_out ? left_out : needs;
    char *both = memory_print("%s; %s", needs, left_out);
    free(left_out);
    free(needs);
    return both;
}

/* Reports a library that was replaced by a stand-in, or why it was not. */
static void finish(struct report *report, const char *path, const char *into, size_t functions,
                   const char *why, const char *remark)
{
    if (why) {
        report->refused++;
        report_result(report, REPORT_REFUSED, path, NULL, 0, why);
    } else if (!report->cannot_write) {
        report->made++;
        report_result(report, REPORT_STAND_IN, path, into, functions, remark);
    }
}

void report_library(struct report *report, const char *path)
{
    struct source_library real;
    OWNED(memory) char *into = NULL, *remark = NULL;
    const char *why = source_library_open(&real, path);

    if (why) {
        finish(report, path, NULL, 0, why, NULL);
        return;
    }
    if (!(why = make(report, &real, path, &into)))
        remark = remark_on(&real, path);
    finish(report, path, into, real.count, why, remark);
    source_library_close(&real);
}

void report_stub(struct report *report, const struct lazynccl_description *desc)
{
    for (const char *const *soname = desc->sonames; *soname; soname++) {
        struct source_library stub = stub_lookup_library(*soname, LAZYNCCL_ELF_MACHINE);
        OWNED(memory) char *into = memory_print("%s/%s", report->out, *soname);
        const char *why = report_keeps(report, *soname, NULL);

        if (!why && elf_file_stands_in(into) == 0)
            why = OTHER_REAL;
        if (!why)
            write_standin(report, &stub, &(struct make_hints){0}, into);
        finish(report, why ? into : desc->name, into, stub.count, why, NULL);
        source_library_close(&stub);
    }
}
