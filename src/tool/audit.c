/* lazynccl audit: who needs NVIDIA's libraries, what they would get, and what is wrong with them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "audit.h"
#include "../offer.h"
#include "audit_print.h"
#include "verb.h"
#include <getopt.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct run {
    const char *root;
    int all;                   /* -v */
    struct json *json;         /* NULL: for people */
    int blind, flawed;         /* so many paths could not be looked at; findings that count */
    struct texts elfs, wheels; /* of the path in hand */
};

static void say_blind(void *context, const char *path, const char *why)
{
    struct run *run = context;

    fflush(stdout);
    fputs("lazynccl audit: ", stderr);
    print_text(stderr, path);
    fputs(": ", stderr);
    print_text(stderr, why);
    fputc('\n', stderr);
    run->blind++;
}

static void keep(void *context, const char *path, enum tree_kind kind)
{
    struct run *run = context;

    if (texts_add(kind == TREE_ELF ? &run->elfs : &run->wheels, path, strlen(path)) != 0)
        say_blind(run, path, "out of memory");
}

static void show(struct run *run, struct audit_report *report)
{
    if (report->audit.short_of_memory)
        say_blind(run, report->title, "out of memory");
    if (run->json)
        audit_report_json(report, run->json);
    else
        audit_report_print(report, run->all);
    run->flawed += report->audit.flaw_count > 0;
    audit_free(&report->audit);
    texts_free(&report->outside);
}

static void audit_one_wheel(struct run *run, const char *path, const char *title)
{
    struct wheel wheel;
    struct audit_report report = {.title = title, .wheel = &wheel};
    const char *why = wheel_open(&wheel, path);

    if (why) {
        say_blind(run, title, why);
        return;
    }
    if ((why = audit_wheel(&report.audit, &wheel, &report.outside)))
        say_blind(run, title, why);
    show(run, &report);
    wheel_close(&wheel);
}

/* The path as it is opened: absolute, with the root before it. To be freed. */
static char *opened_path(const char *root, const char *path)
{
    char here[PATH_MAX];

    if (*root)
        return lazynccl_join(root, *path == '/' ? "" : "/", path);
    if (*path == '/')
        return strdup(path);
    return getcwd(here, sizeof here) ? lazynccl_join(here, "/", path) : NULL;
}

static void audit_path(struct run *run, const char *path)
{
    char *opened = opened_path(run->root, path);
    size_t length = opened ? strlen(opened) : 0;
    struct audit_report report = {.title = path};
    int is_folder = opened && lazynccl_is_folder(opened);

    if (!opened) {
        say_blind(run, path, "no such path");
        return;
    }
    while (length > 1 && opened[length - 1] == '/')
        opened[--length] = '\0';
    report.folder = is_folder ? opened : NULL;
    tree_walk(opened, keep, say_blind, run);
    if (run->elfs.count > 0 || (is_folder && run->wheels.count == 0)) {
        /* below a folder names count from there; a file's are as they were given */
        audit_files(&report.audit, run->root, &run->elfs,
                    is_folder ? length + 1 : length - strlen(path), say_blind, run);
        show(run, &report);
    }
    for (size_t i = 0; i < run->wheels.count; i++)
        audit_one_wheel(run, run->wheels.list[i], is_folder ? run->wheels.list[i] : path);
    texts_free(&run->elfs);
    texts_free(&run->wheels);
    free(opened);
}

static enum verb_exit run(int argc, char **argv)
{
    static const struct option options[] = {
        {"root", required_argument, NULL, 'r'}, {"json", no_argument, NULL, 'j'}, {0}};
    struct json json = {.to = stdout};
    struct run run = {.root = ""};
    int option;

    opterr = 0;
    while ((option = getopt_long(argc, argv, "v", options, NULL)) != -1) {
        if (option == 'r')
            run.root = optarg;
        else if (option == 'j')
            run.json = &json;
        else if (option == 'v')
            run.all = 1;
        else
            return verb_misuse(argv[0], "not an option of it, or not a value for it",
                               argv[optind - 1]);
    }
    if (optind == argc)
        return verb_misuse(argv[0], "no path", NULL);
    if (run.json) {
        json_begin(&json, NULL, '{');
        json_number(&json, "schema_version", 1);
        json_begin(&json, "audited", '[');
    }
    for (int i = optind; i < argc; i++)
        audit_path(&run, argv[i]);
    if (run.json) {
        json_end(&json, ']');
        json_end(&json, '}');
    }
    return run.blind ? VERB_BLIND : run.flawed ? VERB_FINDINGS : VERB_OK;
}

const struct verb verb_audit = {
    "audit",
    run,
    "show who needs NVIDIA's libraries, and what is wrong with them",
    "usage: lazynccl audit [--root DIR] [--json] [-v] PATH...\n",
};
