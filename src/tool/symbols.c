/* lazynccl symbols: what a file exports, demands, needs and declares to open, and what it lacks.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "symbols.h"
#include "elf.h"
#include "print.h"
#include "vendor.h"
#include "verb.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SCHEMA 1

static int by_name(const void *a, const void *b)
{
    const struct elf_symbol *x = a, *y = b;
    int order = strcmp(x->name, y->name);

    return order ? order : strcmp(x->version ? x->version : "", y->version ? y->version : "");
}

static void print_line(const char *what, const char *value)
{
    printf("%-8s ", what);
    print_text(stdout, value);
    putchar('\n');
}

static void print_people(const char *path, const struct elf_file *file, size_t exported)
{
    print_line("file", path);
    print_line("machine", file->machine_name);
    if (file->soname)
        print_line("soname", file->soname);
    for (size_t i = 0; i < file->needed_count; i++)
        print_line("needed", file->needed[i]);
    if (file->rpath)
        print_line("rpath", file->rpath);
    if (file->runpath)
        print_line("runpath", file->runpath);
    for (size_t i = 0; i < file->dlopen_count; i++)
        print_line("dlopen", file->dlopen[i]);
    if (file->lazynccl)
        print_line("lazynccl", file->lazynccl);
    printf("exports  %zu\n", exported);
    for (size_t i = 0; i < file->symbol_count; i++) {
        const struct elf_symbol *symbol = &file->symbols[i];

        if (!symbol->defined)
            continue;
        printf("  %-6s  ", symbol->binding);
        print_text(stdout, symbol->name);
        if (symbol->version) {
            fputs(symbol->default_version ? "@@" : "@", stdout);
            print_text(stdout, symbol->version);
        }
        putchar('\n');
    }
}

static void print_strings(struct json *json, const char *key, const char **list, size_t count)
{
    json_begin(json, key, '[');
    for (size_t i = 0; i < count; i++)
        json_string(json, NULL, list[i]);
    json_end(json, ']');
}

static void print_symbols(struct json *json, const char *key, const struct elf_file *file,
                          int defined)
{
    json_begin(json, key, '[');
    for (size_t i = 0; i < file->symbol_count; i++) {
        const struct elf_symbol *symbol = &file->symbols[i];

        if (symbol->defined != defined)
            continue;
        json_begin(json, NULL, '{');
        json_string(json, "name", symbol->name);
        json_string(json, "binding", symbol->binding);
        json_string(json, "type", symbol->type);
        json_string(json, "version", symbol->version);
        if (!defined)
            json_string(json, "from", symbol->from);
        json_end(json, '}');
    }
    json_end(json, ']');
}

static void print_json(const char *path, const struct elf_file *file)
{
    struct json json = {.to = stdout};

    json_begin(&json, NULL, '{');
    json_number(&json, "schema", SCHEMA);
    json_string(&json, "file", path);
    json_string(&json, "machine", file->machine_name);
    json_string(&json, "soname", file->soname);
    print_strings(&json, "needed", file->needed, file->needed_count);
    json_string(&json, "rpath", file->rpath);
    json_string(&json, "runpath", file->runpath);
    print_symbols(&json, "symbols", file, 1);
    print_symbols(&json, "demands", file, 0);
    json_begin(&json, "dlopen", '[');
    for (size_t i = 0; i < file->dlopen_count; i++)
        if (json_items(&json, file->dlopen[i]) != 0) {
            json_begin(&json, NULL, '{');
            json_string(&json, "malformed", file->dlopen[i]);
            json_end(&json, '}');
        }
    json_end(&json, ']');
    json_string(&json, "lazynccl", file->lazynccl);
    json_end(&json, '}');
}

static enum verb_exit blind(const char *path, const char *reason)
{
    fputs("lazynccl symbols: ", stderr);
    print_text(stderr, path);
    fprintf(stderr, ": %s\n", reason);
    return VERB_BLIND;
}

/* The stub that a library's file belongs to by its name, or NULL. */
static const lazynccl_library *described(const char *path, const struct elf_file *file)
{
    const char *name = strrchr(path, '/');
    struct vendor vendor;

    name = file->soname ? file->soname : name ? name + 1 : path;
    return vendor_of(name, &vendor) && vendor.is ? symbols_library(vendor.is->name) : NULL;
}

static enum verb_exit show_demands(const char *path, const char *by, int as_json)
{
    const lazynccl_library *root = symbols_library(path);
    struct elf_file asks, given;
    struct json json = {.to = stdout};
    const char *reason = elf_file_open(&asks, by);
    size_t lacking;

    if (reason)
        return blind(by, reason);
    if (!root && (reason = elf_file_open(&given, path))) {
        elf_file_close(&asks);
        return blind(path, reason);
    }
    if (as_json) {
        json_begin(&json, NULL, '{');
        json_number(&json, "schema_version", SCHEMA);
        json_string(&json, root ? "library" : "file", path);
        json_string(&json, "demanded_by", by);
        json_begin(&json, "demands", '[');
    }
    lacking = symbols_demanded(root ? root : described(path, &given), &asks, root ? NULL : &given,
                               as_json ? &json : NULL);
    if (as_json) {
        json_end(&json, ']');
        json_end(&json, '}');
    }
    elf_file_close(&asks);
    if (!root)
        elf_file_close(&given);
    return lacking ? VERB_FINDINGS : VERB_OK;
}

static enum verb_exit show_file(const char *path, int as_json)
{
    const lazynccl_library *root;
    struct elf_file file;
    const char *reason = elf_file_open(&file, path);
    size_t exported = 0;

    if (reason)
        return blind(path, reason);
    if (file.symbol_count > 0)
        qsort(file.symbols, file.symbol_count, sizeof *file.symbols, by_name);
    for (size_t i = 0; i < file.symbol_count; i++)
        exported += (size_t)file.symbols[i].defined;
    if (as_json)
        print_json(path, &file);
    else
        print_people(path, &file, exported);
    if (!as_json && !file.lazynccl && (root = described(path, &file)))
        symbols_difference(root, &file);
    elf_file_close(&file);
    return VERB_OK;
}

static enum verb_exit run(int argc, char **argv)
{
    static const struct option options[] = {
        {"json", no_argument, NULL, 'j'}, {"demanded-by", required_argument, NULL, 'd'}, {0}};
    const lazynccl_library *root;
    const char *by = NULL;
    int option, as_json = 0, all = 0;

    opterr = 0;
    while ((option = getopt_long(argc, argv, ":v", options, NULL)) != -1) {
        if (option == 'j')
            as_json = 1;
        else if (option == 'd')
            by = optarg;
        else if (option == 'v')
            all = 1;
        else
            return verb_misuse(argv[0], option == ':' ? "no value for" : "unknown option",
                               argv[optind - 1]);
    }
    if (argc - optind != 1)
        return verb_misuse(argv[0], argc == optind ? "no file" : "more than one file",
                           argc == optind ? NULL : argv[optind + 1]);
    if (by)
        return show_demands(argv[optind], by, as_json);
    if (!(root = symbols_library(argv[optind])))
        return show_file(argv[optind], as_json);
    if (as_json)
        symbols_of_library_json(root);
    else
        symbols_of_library(root, all);
    return VERB_OK;
}

const struct verb verb_symbols = {
    "symbols",
    run,
    "show functions by version, what a file exports, needs and lacks",
    "usage: lazynccl symbols LIBRARY|FILE [--demanded-by FILE] [--json] [-v]\n"
    "\n"
    "LIBRARY (nccl, nvrtc or nvjitlink): its functions by the version that added them.\n"
    "FILE: what an ELF file exports (name@@version), the libraries that it needs, its own search\n"
    "path, and the libraries that it declares to open later (.note.dlopen); of a library that\n"
    "we describe also how it differs from the newest release.\n"
    "\n"
    "  --demanded-by FILE   what FILE demands of the library: of which version each is, and what\n"
    "                       the library's file lacks\n"
    "  --json               the same for programs; of a FILE also what it demands of others\n"
    "  -v                   every name of the suffix families\n"
    "\n"
    "Exit status: 0 shown, 1 something that is demanded is lacking, 2 not readable or not an ELF\n"
    "file, 3 misuse.\n",
};
