/* lazynccl symbols: what a file exports, needs and declares to open, and what is missing.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/verbs/symbols/symbols.h"
#include "search/view.h"
#include "tool/command/look_as.h"
#include "tool/files/root.h"
#include "tool/findings/show.h"
#include "tool/machine/nvidia.h"
#include "tool/text/memory.h"
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

/* A line "what value", unless the value is NULL, or a member. */
static void show_line(struct json *json, const char *what, const char *value)
{
    if (json)
        json_string(json, what, value);
    else
        table_row(&(struct table){0}, NULL, "[{what:8} {value}\n]", CELL("what", what),
                  CELL("value", value));
}

static void show_dlopen(struct json *json, const struct elf_file *file)
{
    if (json)
        json_begin(json, "dlopen", '[');
    for (size_t i = 0; i < file->dlopen_count; i++)
        if (!json)
            show_line(NULL, "dlopen", file->dlopen[i]);
        else if (json_items(json, file->dlopen[i]) != 0)
            table_row(&(struct table){.json = json}, NULL, NULL,
                      CELL("malformed", file->dlopen[i]));
    if (json)
        json_end(json, ']');
}

/* What the file exports, or what it demands. */
static void show_symbols(struct json *json, const char *key, const struct elf_file *file,
                         int defined)
{
    size_t count = 0;

    for (size_t i = 0; i < file->symbol_count; i++)
        count += file->symbols[i].defined == defined;
    if (json)
        json_begin(json, key, '[');
    else
        printf("%-8s %zu\n", key, count);
    for (size_t i = 0; i < file->symbol_count; i++) {
        const struct elf_symbol *symbol = &file->symbols[i];

        if (symbol->defined == defined)
            table_row(&(struct table){.json = json}, NULL, "  {binding:6}  {name}[{at}{version}]\n",
                      CELL("name", symbol->name), CELL("binding", symbol->binding),
                      CELL_SHOWN("at", symbol->default_version ? "@@" : "@"),
                      CELL("type", symbol->type), CELL("version", symbol->version),
                      defined ? CELL_FLAG(symbol->default_version ? NULL : "old", 1)
                              : CELL("from", symbol->from));
    }
    if (json)
        json_end(json, ']');
}

/* Programs get the symbols before what the file declares to open, people after. */
static void show(struct json *json, const char *path, const struct elf_file *file,
                 const lazynccl_library *root)
{
    struct strings needed = {(char **)file->needed, file->needed_count};

    if (json)
        json_answer(json, "symbols");
    show_line(json, "file", path);
    show_line(json, "machine", file->machine_name);
    show_line(json, "soname", file->soname);
    if (json)
        json_strings(json, "needed", &needed);
    for (size_t i = 0; i < needed.count && !json; i++)
        show_line(NULL, "needed", needed.list[i]);
    show_line(json, "rpath", file->rpath);
    show_line(json, "runpath", file->runpath);
    if (json) {
        show_symbols(json, "symbols", file, 1);
        show_symbols(json, "demands", file, 0);
    }
    show_dlopen(json, file);
    show_line(json, "lazynccl", file->lazynccl);
    if (json)
        json_string(json, "library", root ? root->description->name : NULL);
    else
        show_symbols(NULL, "exports", file, 1);
    if (root)
        symbols_difference(root, file, &(struct table){.json = json});
    findings_end(&(struct table){.json = json}, NULL, NULL, NULL);
}

/* The stub that a library's file belongs to by its name, or NULL. */
static const lazynccl_library *described(const char *path, const struct elf_file *file)
{
    const char *name = file->soname ? file->soname : strings_base_name(path);
    struct nvidia vendor;

    return nvidia_of(name, &vendor) && vendor.library ? nvidia_library(vendor.library->name) : NULL;
}

static const char *open_file(struct elf_file *file, const struct request *request, const char *path)
{
    OWNED(memory)
    char *whole = root_inside(request->as.root, root_absolute(request->as.root, path));

    return whole ? elf_file_open(file, whole) : strerror(errno);
}

static int version_of(const struct lazynccl_description *is, const struct request *request,
                      const char *path)
{
    OWNED(memory)
    char *whole = root_inside(request->as.root, root_absolute(request->as.root, path));

    return whole ? lazynccl_version_in_file(is, whole) : 0;
}

static enum verb_exit show_demands(const char *path, const struct request *request,
                                   struct json *json)
{
    const lazynccl_library *root = nvidia_library(path);
    const char *by = request->demanded_by;
    OWNED(findings) struct findings found = {0};
    struct elf_file asks, given;
    struct style style = look_as_style(request, NULL);
    const char *reason = open_file(&asks, request, by);

    if (reason)
        return verb_unreadable("symbols", by, reason);
    if (!root && (reason = open_file(&given, request, path))) {
        elf_file_close(&asks);
        return verb_unreadable("symbols", path, reason);
    }
    if (json) {
        json_answer(json, "symbols");
        json_string(json, root ? "library" : "file", path);
        json_string(json, "demanded_by", by);
        json_begin(json, "demands", '[');
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
    symbols_demanded(&demanded, json, &found);
    if (json) {
        json_end(json, ']');
        findings_json(&found, NULL, json);
    } else {
        findings_print(&found, &style);
    }
    elf_file_close(&asks);
    if (!root)
        elf_file_close(&given);
    return verb_status(&found);
}

static enum verb_exit show_file(const char *path, const struct request *request, struct json *json)
{
    struct elf_file file;
    const char *reason = open_file(&file, request, path);

    if (reason)
        return verb_unreadable("symbols", path, reason);
    if (file.symbol_count > 0)
        qsort(file.symbols, file.symbol_count, sizeof *file.symbols, by_name);
    show(json, path, &file, file.lazynccl ? NULL : described(path, &file));
    elf_file_close(&file);
    return VERB_OK;
}

static enum verb_exit run(const struct request *request)
{
    struct json to = {.to = stdout}, *json = request->json ? &to : NULL;
    const lazynccl_library *root;

    if (request->count != 1)
        return verb_misuse("symbols", request->count ? "more than one file" : "no file",
                           request->count ? request->words[1] : NULL, NULL);
    if (request->demanded_by)
        return show_demands(request->words[0], request, json);
    if (!(root = nvidia_library(request->words[0])))
        return show_file(request->words[0], request, json);
    symbols_of_library(root, &(struct table){.json = json}, request->more);
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
    .takes = TAKES_STYLE | TAKES(OPTION_ROOT) | TAKES(OPTION_DEMANDED_BY),
    .more = "show every name of the suffix families",
    .status = "0 shown, 1 a symbol that FILE needs is missing, 2 not readable or not an ELF file,\n"
              "3 misuse.",
};
