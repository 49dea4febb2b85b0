/* lazynccl symbols: what a file exports, needs and declares to open, and what is missing.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/verbs/symbols/symbols.h"
#include "search/view.h"
#include "tool/command/look_as.h"
#include "tool/files/root.h"
#include "tool/findings/show.h"
#include "tool/machine/nvidia.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_name(const void *a, const void *b)
{
    const struct elf_symbol *x = a, *y = b;
    int order = strcmp(x->name, y->name);

    return order ? order : strcmp(x->version ? x->version : "", y->version ? y->version : "");
}

/* A line "what value", unless the value is NULL. */
static void print_line(const char *what, const char *value)
{
    table_row(&(struct table){0}, NULL, "[{what:8} {value}\n]", CELL("what", what),
              CELL("value", value));
}

static void print_people(const char *path, const struct elf_file *file, size_t exported)
{
    print_line("file", path);
    print_line("machine", file->machine_name);
    print_line("soname", file->soname);
    for (size_t i = 0; i < file->needed_count; i++)
        print_line("needed", file->needed[i]);
    print_line("rpath", file->rpath);
    print_line("runpath", file->runpath);
    for (size_t i = 0; i < file->dlopen_count; i++)
        print_line("dlopen", file->dlopen[i]);
    print_line("lazynccl", file->lazynccl);
    printf("exports  %zu\n", exported);
    for (size_t i = 0; i < file->symbol_count; i++) {
        const struct elf_symbol *symbol = &file->symbols[i];

        if (symbol->defined)
            table_row(&(struct table){0}, NULL, "  {binding:6}  {name}[{at}{version}]\n",
                      CELL("binding", symbol->binding), CELL("name", symbol->name),
                      CELL("at", symbol->default_version ? "@@" : "@"),
                      CELL("version", symbol->version));
    }
}

static void json_symbols(struct json *json, const char *key, const struct elf_file *file,
                         int defined)
{
    struct table table = {.json = json};

    table_begin(&table, key);
    for (size_t i = 0; i < file->symbol_count; i++) {
        const struct elf_symbol *symbol = &file->symbols[i];

        if (symbol->defined == defined)
            table_row(&table, NULL, NULL, CELL("name", symbol->name),
                      CELL("binding", symbol->binding), CELL("type", symbol->type),
                      CELL("version", symbol->version),
                      CELL(defined ? NULL : "from", symbol->from));
    }
    table_end(&table);
}

static void print_json(const char *path, const struct elf_file *file, const lazynccl_library *root)
{
    struct json json = {.to = stdout};
    struct strings needed = {(char **)file->needed, file->needed_count};

    json_answer(&json, "symbols");
    json_string(&json, "file", path);
    json_string(&json, "machine", file->machine_name);
    json_string(&json, "soname", file->soname);
    json_strings(&json, "needed", &needed);
    json_string(&json, "rpath", file->rpath);
    json_string(&json, "runpath", file->runpath);
    json_symbols(&json, "symbols", file, 1);
    json_symbols(&json, "demands", file, 0);
    json_begin(&json, "dlopen", '[');
    for (size_t i = 0; i < file->dlopen_count; i++)
        if (json_items(&json, file->dlopen[i]) != 0) {
            json_begin(&json, NULL, '{');
            json_string(&json, "malformed", file->dlopen[i]);
            json_end(&json, '}');
        }
    json_end(&json, ']');
    json_string(&json, "lazynccl", file->lazynccl);
    json_string(&json, "library", root ? root->description->name : NULL);
    if (root)
        symbols_difference(root, file, &(struct table){.json = &json});
    findings_json(NULL, NULL, &json);
}

/* The stub that a library's file belongs to by its name, or NULL. */
static const lazynccl_library *described(const char *path, const struct elf_file *file)
{
    const char *name = strrchr(path, '/');
    struct nvidia vendor;

    name = file->soname ? file->soname : name ? name + 1 : path;
    return nvidia_of(name, &vendor) && vendor.library ? nvidia_library(vendor.library->name) : NULL;
}

static const char *open_file(struct elf_file *file, const struct request *request, const char *path)
{
    char *whole = root_inside(request->as.root, root_absolute(request->as.root, path));
    const char *why = whole ? elf_file_open(file, whole) : strerror(errno);

    free(whole);
    return why;
}

static int version_of(const struct lazynccl_description *is, const struct request *request,
                      const char *path)
{
    char *whole = root_inside(request->as.root, root_absolute(request->as.root, path));
    int version = whole ? lazynccl_version_in_file(is, whole) : 0;

    free(whole);
    return version;
}

static enum verb_exit show_demands(const char *path, const struct request *request)
{
    const lazynccl_library *root = nvidia_library(path);
    const char *by = request->demanded_by;
    struct findings found = {0};
    struct elf_file asks, given;
    struct style style = look_as_style(request, NULL);
    struct json json = {.to = stdout};
    const char *reason = open_file(&asks, request, by);

    if (reason)
        return verb_unreadable("symbols", by, reason);
    if (!root && (reason = open_file(&given, request, path))) {
        elf_file_close(&asks);
        return verb_unreadable("symbols", path, reason);
    }
    if (request->json) {
        json_answer(&json, "symbols");
        json_string(&json, root ? "library" : "file", path);
        json_string(&json, "demanded_by", by);
        json_begin(&json, "demands", '[');
    }
    struct demanded demanded = {root ? root : described(path, &given),
                                &asks,
                                root ? NULL : &given,
                                by,
                                path,
                                request->as.root,
                                0};

    if (demanded.given && demanded.root)
        demanded.version = version_of(demanded.root->description, request, path);
    symbols_demanded(&demanded, request->json ? &json : NULL, &found);
    if (request->json) {
        json_end(&json, ']');
        findings_json(&found, NULL, &json);
    } else {
        findings_print(&found, &style);
    }
    enum verb_exit status = verb_status(&found);
    findings_free(&found);
    elf_file_close(&asks);
    if (!root)
        elf_file_close(&given);
    return status;
}

static enum verb_exit show_file(const char *path, const struct request *request)
{
    const lazynccl_library *root;
    struct elf_file file;
    const char *reason = open_file(&file, request, path);
    size_t exported = 0;

    if (reason)
        return verb_unreadable("symbols", path, reason);
    if (file.symbol_count > 0)
        qsort(file.symbols, file.symbol_count, sizeof *file.symbols, by_name);
    for (size_t i = 0; i < file.symbol_count; i++)
        exported += (size_t)file.symbols[i].defined;
    root = file.lazynccl ? NULL : described(path, &file);
    if (request->json)
        print_json(path, &file, root);
    else
        print_people(path, &file, exported);
    if (!request->json && root)
        symbols_difference(root, &file, &(struct table){0});
    elf_file_close(&file);
    return VERB_OK;
}

static enum verb_exit run(const struct request *request)
{
    struct json json = {.to = stdout};
    const lazynccl_library *root;

    if (request->count != 1)
        return verb_misuse("symbols", request->count ? "more than one file" : "no file",
                           request->count ? request->words[1] : NULL, NULL);
    if (request->demanded_by)
        return show_demands(request->words[0], request);
    if (!(root = nvidia_library(request->words[0])))
        return show_file(request->words[0], request);
    symbols_of_library(root, &(struct table){.json = request->json ? &json : NULL}, request->more);
    return VERB_OK;
}

const struct verb verb_symbols = {
    .name = "symbols",
    .run = run,
    .summary = "show functions by version, and what a file exports, needs and lacks",
    // clang-format off
    .usage =
"usage: lazynccl symbols LIBRARY|FILE [--demanded-by FILE] [OPTION...]\n"
"\n"
"Of a library, shows its functions by the version that added them. Of an ELF file, shows what it\n"
"exports (name@@version), the libraries that it needs, its own search path, and the libraries that\n"
"it declares to open later (.note.dlopen); of a file of one of the libraries also how it differs\n"
"from the newest release.\n",
    // clang-format on
    .takes = TAKES_MANNER | TAKES(OPTION_ROOT) | TAKES(OPTION_DEMANDED_BY),
    .more = "show every name of the suffix families",
    .status = "0 shown, 1 a symbol that FILE needs is missing, 2 not readable or not an ELF file,\n"
              "3 misuse.",
};
