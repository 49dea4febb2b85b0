/* lazynccl audit: which files need NVIDIA libraries, what they would get, and what is wrong.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/files/root.h"
#include "common/machine/python.h"
#include "runtime/search/path.h"
#include "tool/audit/report.h"
#include <errno.h>

struct run {
    const char *root;
    const char *note; /* the file that -o names; NULL: none */
    struct table *table;
    int opens;                   /* 1: --opens */
    struct findings found;       /* for text, of the current path; for JSON, of all paths */
    struct facts *facts;         /* about the machine, not a Python: each file is resolved alone */
    int unreadable;              /* number of unreadable paths */
    int flawed;                  /* number of audits with an error or a warning */
    struct strings elfs, wheels; /* paths of the files at the current path */
};

/* Reports a path that cannot be read. */
static void report_unreadable(void *context, const char *path, const char *why)
{
    struct run *run = context;
    size_t root = strlen(run->root);

    if (strncmp(path, run->root, root) == 0)
        path += root;
    if (!*path)
        path = "/";
    verb_unreadable("audit", path, why);
    strings_print(&run->facts->machine->unreadable, "%s: %s", path, why);
    run->unreadable++;
}

static void keep(void *context, const char *path, enum walk_kind kind)
{
    struct run *run = context;

    if (strstr(path, "/lazynccl/stand-ins/"))
        return; /* `lazynccl run` caches its stand-ins there */
    strings_add(kind == WALK_ELF ? &run->elfs : &run->wheels, path, strlen(path));
}

/* Reports why a file does not load, as doctor --from does. */
static void look_at_file(struct run *run, const char *file)
{
    const struct target_choice as_file = {.root = run->root, .from = file};
    const char *why;
    struct facts *facts = facts_open(&as_file, &why);

    if (facts)
        needs_look_at_file(&(struct examination){facts->machine, facts, &run->found});
}

/* Checks the audited stand-ins with doctor's two rules for them. */
static void look_at_standins(struct run *run, const struct audit *audit)
{
    struct facts *facts = facts_plain(run->root);
    struct environment all = {.standins = audit->standins};
    struct examination at = {facts->machine, facts, &run->found};

    facts->environment = &all;
    registry_row("LN127")->look(&at);
    registry_row("LN128")->look(&at);
}

/* Prints and frees an audit. `folder` (or NULL) precedes names to open files, `prefix` to show. */
static void show(struct run *run, struct audit *audit, const char *folder, const char *prefix)
{
    const char *why = run->note ? audit_write_opens(audit, run->note) : NULL;

    audit_print(audit, run->table);
    if (why)
        report_unreadable(run, run->note, why);
    for (size_t i = 0; i < audit->failing.count; i++)
        look_at_file(run, audit->failing.list[i]);
    if (audit->standins.count)
        look_at_standins(run, audit);
    if (audit->groups.count)
        grouped_report(&audit->groups, &run->found, run->root, folder, prefix);
    if (run->found.count)
        run->flawed += findings_has_problem(&run->found);
    if (run->found.count && !run->table->json) {
        findings_end(run->table, &run->found, NULL, NULL);
        findings_free(&run->found);
    }
    audit_free(audit);
}

static void audit_one_wheel(struct run *run, const char *path, const char *title)
{
    struct wheel wheel;
    struct audit audit = {.title = title, .wheel = &wheel, .opens = run->opens};
    const char *why = wheel_open(&wheel, path);

    if (why) {
        report_unreadable(run, title, why);
        return;
    }
    OWNED(memory) char *prefix = memory_print("%s: ", title);
    if ((why = audit_wheel(&audit)))
        report_unreadable(run, title, why);
    for (size_t i = 0; imports_file(i); i++) {
        OWNED(memory) char *text = wheel_text(&wheel, imports_file(i));

        imports_check(&run->found, i, text, prefix);
    }
    show(run, &audit, NULL, prefix);
    wheel_close(&wheel);
}

/* Returns how many bytes at the start of each path are not shown: the path of the folder or, for a
 * file, the part before the given path; the root if the file's path does not end as given. */
static size_t hidden_length(const struct run *run, const char *path, const char *opened,
                            int is_folder)
{
    size_t length = strlen(opened), given = strlen(path);

    if (is_folder)
        return length + (opened[length - 1] != '/');
    if (given <= length && strcmp(opened + length - given, path) == 0)
        return length - given;
    return strlen(run->root);
}

/* Audits one ELF file, or those below a folder. `opened`: the path by which to open `path`. */
static void audit_elfs(struct run *run, const char *path, const char *opened)
{
    size_t root = strlen(run->root), length = strlen(opened);
    struct facts *facts = facts_plain(run->root);
    int is_folder = lazynccl_is_folder(opened);
    int whole = run->table->style->full_paths && !run->table->json, below = is_folder && !whole;
    OWNED(memory) char *folder = below ? root_real(run->root, opened + root) : NULL;
    struct audit audit = {.title = path,
                          .folder = folder,
                          .file = is_folder ? NULL : opened + root,
                          .opens = run->opens};
    size_t skip = whole ? root : hidden_length(run, path, opened, is_folder);

    /* for findings in JSON; in text, the first line names the folder */
    OWNED(memory)
    char *prefix = below && run->table->json
                       ? memory_print("%s%s", opened + root, opened[length - 1] != '/' ? "/" : "")
                       : memory_copy("");
    /* the part of each path that is not shown, without the root: findings open files with it */
    OWNED(memory)
    char *start =
        memory_print("%.*s", (int)(skip - root), run->elfs.count ? run->elfs.list[0] + root : "");

    facts->machine = run->facts->machine; /* shared; each path has its own environment */
    audit_files(&audit, facts, &run->elfs, skip, report_unreadable, run);
    if (is_folder)
        imports_in_folder(&run->found, run->facts->machine, opened + root);
    if (is_folder || audit.elf_count > 0)
        show(run, &audit, start, prefix);
}

/* If a folder is a virtual environment, replaces both paths by the paths of its site-packages. */
static void enter_environment(const struct run *run, char **path, char **opened)
{
    size_t root = strlen(run->root), length = strlen(*opened);
    OWNED(memory) char *site = python_environment_site(run->facts->machine->target, *opened + root);

    if (!site)
        return;
    OWNED(memory) char *folder = strings_without_slash(*path);
    free(*path);
    free(*opened);
    *opened = memory_print("%s%s", run->root, site);
    *path = memory_print("%s%s", folder, *opened + length);
}

/* Audits the ELF files and the wheels at a path of the command line. */
static void audit_path(struct run *run, const char *given)
{
    /* the path for open(): absolute, inside the root, without a '/' at its end */
    OWNED(memory) char *opened = root_inside(run->root, root_absolute(run->root, given));
    OWNED(memory) char *path = memory_copy(given);

    if (!opened) {
        report_unreadable(run, path, strerror(errno));
        return;
    }
    for (size_t n = strlen(opened); n > 1 && opened[n - 1] == '/'; n--)
        opened[n - 1] = '\0';
    if (lazynccl_is_folder(opened))
        enter_environment(run, &path, &opened);
    walk_files(opened, keep, report_unreadable, run);
    if (run->elfs.count > 0 || (lazynccl_is_folder(opened) && run->wheels.count == 0))
        audit_elfs(run, path, opened);
    for (size_t i = 0; i < run->wheels.count; i++) {
        const char *wheel = run->wheels.list[i];

        audit_one_wheel(run, wheel, strcmp(wheel, opened) == 0 ? path : wheel + strlen(run->root));
    }
    strings_free(&run->elfs);
    strings_free(&run->wheels);
}

static enum verb_exit run(const struct request *request)
{
    struct json *json = request->table->json;
    struct run run = {.root = request->as.root,
                      .note = request->out,
                      .opens = request->opens,
                      .table = request->table,
                      .facts = facts_plain(request->as.root)};

    if (request->count == 0)
        return verb_misuse("audit", "no path", NULL, NULL);
    if (request->out && (!request->opens || request->count > 1))
        return verb_misuse("audit", "-o takes one path, with --opens", NULL, NULL);
    if (json) {
        json_answer(json, "audit");
        json_begin(json, "audited", '[');
    }
    for (int i = 0; i < request->count; i++)
        audit_path(&run, request->words[i]);
    if (json) {
        json_end(json, ']');
        findings_json(&run.found, run.facts->machine, json);
        findings_free(&run.found);
    }
    if (run.unreadable)
        return VERB_UNREADABLE;
    return run.flawed ? VERB_FINDINGS : VERB_OK;
}

const struct verb verb_audit = {
    .name = "audit",
    .run = run,
    .summary = "show which files need NVIDIA libraries, and what is wrong with them",
    // clang-format off
    .usage =
"usage: lazynccl audit PATH... [OPTION...]\n"
"\n"
"Reports which files need NVIDIA libraries, and what is wrong with them.\n"
"\n"
"Examines ELF files, directory trees (also a virtual environment) and wheels. For each file, prints\n"
"the NVIDIA libraries that it needs at startup (DT_NEEDED), the libraries of any vendor that it may\n"
"dlopen (.note.dlopen), the files that ld.so would load, and missing symbols; for a wheel also\n"
"whether it is self-contained. Each file is resolved with its own RPATH. Loads nothing, and follows\n"
"no links below a folder.\n",
    .examples =
"  lazynccl audit venv\n"
"      which files need NVIDIA libraries, and which do they get?\n"
"  lazynccl audit dist/app-1.0-cp311-cp311-linux_x86_64.whl\n"
"      is the wheel self-contained?\n"
"  lazynccl audit --opens libnccl.so.2\n"
"      which libraries may this file open later, and are they here?\n",
    // clang-format on
    .takes = " --root --opens -o" TAKES_STYLE,
    .out = "the file for what --opens finds, in the form of a .note.dlopen",
    .more = "include other NVIDIA libraries and all symbols; print findings in full",
    .status = "0 no findings, or only notes; 1 findings; 2 unreadable input; 3 usage error.",
};
