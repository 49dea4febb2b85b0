/* lazynccl audit: who needs NVIDIA's libraries, what they would get, and what is wrong with them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "search/search.h"
#include "tool/command/look_as.h"
#include "tool/command/verb.h"
#include "tool/files/root.h"
#include "tool/findings/show.h"
#include "tool/rules/imports.h"
#include "tool/text/memory.h"
#include "tool/verbs/audit/print.h"
#include "tool/verbs/audit/report.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct run {
    const char *root;
    struct style style;
    struct json *json;           /* NULL: for people */
    struct findings found;       /* for people what the path in hand has, for programs all */
    struct machine unread;       /* the paths that could not be looked at */
    int blind, flawed;           /* paths that could not be looked at; findings that count */
    struct strings elfs, wheels; /* of the path in hand */
};

static void say_blind(void *context, const char *path, const char *why)
{
    struct run *run = context;
    size_t root = strlen(run->root);

    if (strncmp(path, run->root, root) == 0)
        path += root;
    if (!*path)
        path = "/";
    verb_unreadable("audit", path, why);
    char *line = lazynccl_join(path, ": ", why);
    if (line)
        strings_add(&run->unread.unreadable, line, strlen(line));
    free(line);
    run->blind++;
}

static void keep(void *context, const char *path, enum walk_kind kind)
{
    struct run *run = context;

    strings_add(kind == WALK_ELF ? &run->elfs : &run->wheels, path, strlen(path));
}

/* `folder`: what goes before the names of files to find them, or NULL; `prefix`: to show them. */
static void show(struct run *run, struct audit_report *report, const char *folder,
                 const char *prefix)
{
    char counted[FINDINGS_COUNTED];

    groups_report(&report->audit.groups, &run->found, run->root, folder, prefix);
    run->flawed += findings_count(&run->found);
    if (run->json) {
        audit_report_json(report, run->json);
    } else {
        audit_report_print(report, &run->style);
        findings_print(&run->found, &run->style);
        findings_counted(&run->found, counted);
        if (*counted)
            puts(counted);
        findings_free(&run->found);
    }
    audit_free(&report->audit);
    strings_free(&report->outside);
}

static char *text_in_wheel(void *context, const char *file)
{
    return wheel_text(context, file);
}

static void audit_one_wheel(struct run *run, const char *path, const char *title)
{
    struct wheel wheel;
    struct audit_report report = {.title = title, .wheel = &wheel};
    const char *why = wheel_open(&wheel, path);
    char *prefix;

    if (why) {
        say_blind(run, title, why);
        return;
    }
    prefix = memory_print("%s: ", title);
    if ((why = audit_wheel(&report.audit, &wheel, &report.outside)))
        say_blind(run, title, why);
    imports_find(&run->found, text_in_wheel, &wheel, prefix);
    show(run, &report, NULL, prefix);
    wheel_close(&wheel);
    free(prefix);
}

/* The path as it is opened: absolute, with the root before it, without a '/' at its end. To be
 * freed. */
static char *opened_path(const char *root, const char *path)
{
    char *opened = root_inside(root, root_absolute(root, path));

    for (size_t n = opened ? strlen(opened) : 0; n > 1 && opened[n - 1] == '/'; n--)
        opened[n - 1] = '\0';
    return opened;
}

static void find_imports(struct run *run, const char *folder)
{
    const char *why;
    struct facts *anyone =
        facts_open(&(struct consumer_choice){.root = run->root, .no_python = 1}, &why);

    imports_in_folder(&run->found, anyone->machine, folder);
    for (size_t i = 0; i < anyone->machine->unreadable.count; i++)
        strings_print(&run->unread.unreadable, "%s", anyone->machine->unreadable.list[i]);
}

static void audit_elfs(struct run *run, const char *path, const char *opened)
{
    int is_folder = lazynccl_is_folder(opened);
    int whole = run->style.full_paths && !run->json, below = is_folder && !whole;
    char *folder = below ? root_real(run->root, opened + strlen(run->root)) : NULL;
    struct audit_report report = {.title = path, .folder = folder};
    /* below a folder names count from there; a file's is as it was given, if it can be */
    size_t length = strlen(opened), given = strlen(path);
    const char *slash = opened[length - 1] != '/' ? "/" : "";
    size_t skip = below ? length + strlen(slash)
                  : !whole && given <= length && strcmp(opened + length - given, path) == 0
                      ? length - given
                      : strlen(run->root);
    /* people have it in the first line */
    char *prefix = below && run->json ? lazynccl_join(opened + strlen(run->root), slash, "") : NULL;

    /* all files begin with this */
    char *below_root = memory_print("%.*s", (int)(skip - strlen(run->root)),
                                    run->elfs.count ? run->elfs.list[0] + strlen(run->root) : "");

    audit_files(&report.audit, run->root, &run->elfs, skip, say_blind, run);
    if (is_folder)
        find_imports(run, opened + strlen(run->root));
    if (is_folder || report.audit.elf_count > 0)
        show(run, &report, below_root, prefix ? prefix : "");
    free(below_root);
    free(prefix);
    free(folder);
}

static void audit_path(struct run *run, const char *path)
{
    char *opened = opened_path(run->root, path);

    if (!opened) {
        say_blind(run, path, strerror(errno));
        return;
    }
    walk_files(opened, keep, say_blind, run);
    if (run->elfs.count > 0 || (lazynccl_is_folder(opened) && run->wheels.count == 0))
        audit_elfs(run, path, opened);
    for (size_t i = 0; i < run->wheels.count; i++)
        audit_one_wheel(run, run->wheels.list[i],
                        strcmp(run->wheels.list[i], opened) == 0
                            ? path
                            : run->wheels.list[i] + strlen(run->root));
    strings_free(&run->elfs);
    strings_free(&run->wheels);
    free(opened);
}

static enum verb_exit run(const struct request *request)
{
    struct json json = {.to = stdout};
    struct run run = {.root = request->as.root,
                      .style = look_as_style(request, NULL),
                      .json = request->json ? &json : NULL};

    if (request->count == 0)
        return verb_misuse("audit", "no path", NULL, NULL);
    if (run.json) {
        json_answer(&json, "audit");
        json_begin(&json, "audited", '[');
    }
    for (int i = 0; i < request->count; i++)
        audit_path(&run, request->words[i]);
    if (run.json) {
        json_end(&json, ']');
        findings_json(&run.found, &run.unread, &json);
    }
    findings_free(&run.found);
    strings_free(&run.unread.unreadable);
    return run.blind ? VERB_UNREADABLE : run.flawed ? VERB_FINDINGS : VERB_OK;
}

const struct verb verb_audit = {
    .name = "audit",
    .run = run,
    .summary = "show which files need NVIDIA libraries, and what is wrong with them",
    .usage =
        "usage: lazynccl audit PATH... [OPTION...]\n"
        "\n"
        "Looks at ELF files, at folders with all that lies below them (a whole site-packages), and "
        "at\n"
        "wheels: which libraries of NVIDIA's each needs from the start (DT_NEEDED), which it "
        "declares\n"
        "to open when they are called for (.note.dlopen), what the dynamic linker would give it, "
        "and\n"
        "whether that has the symbols that it demands; and whether a wheel is self-contained. "
        "Each\n"
        "file is looked at as the one that asks. Loads nothing; follows no links below a folder.\n",
    .takes = TAKES_STYLE | TAKES(OPTION_ROOT),
    .more = "libraries other than our three too, every symbol, and each finding at length",
    .status = "0 no problems found, or only notes; 1 findings; 2 some path could not be\n"
              "looked at; 3 misuse.",
};
