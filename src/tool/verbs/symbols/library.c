/* lazynccl symbols LIBRARY: the functions that our stub knows, by the version that added them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "search/file_version.h"
#include "tool/findings/show.h"
#include "tool/linking/undefined.h"
#include "tool/text/safe.h"
#include "tool/verbs/symbols/symbols.h"
#include <stdlib.h>
#include <string.h>

/* Calls with every name of one table, in the order of its numbers: by version, then by name. */
static void each(const struct lazynccl_description *is,
                 void (*call)(void *context, const char *name, const char *added,
                              const char *removed),
                 void *context)
{
    const char *name = is->symbols;

    for (int i = 0; i < is->count; i++, name += strlen(name) + 1) {
        char added[LAZYNCCL_VERSION_TEXT], until[LAZYNCCL_VERSION_TEXT];
        int removed = lazynccl_removed_in(is, i);
        const char *since = lazynccl_version_text(is, lazynccl_added_in(is, i), added);

        call(context, name, since, removed ? lazynccl_version_text(is, removed, until) : NULL);
    }
}

static void print_row(void *context, const char *name, const char *added, const char *removed)
{
    (void)context;
    printf("%-9s %s%s%s%s\n", added, name, removed ? "  (removed in " : "", removed ? removed : "",
           removed ? ")" : "");
}

static void json_row(void *context, const char *name, const char *added, const char *removed)
{
    struct json *json = context;

    json_begin(json, NULL, '{');
    json_string(json, "name", name);
    json_string(json, "added", added);
    json_string(json, "removed", removed);
    json_end(json, '}');
}

void symbols_of_library(const lazynccl_library *root, int all)
{
    const struct lazynccl_description *is = root->description;

    printf("%s: %d functions, by the version that added them\n", is->title, is->count);
    each(is, print_row, NULL);
    for (int l = 0; l < lazynccl_libraries_count; l++) {
        const struct lazynccl_description *family = lazynccl_libraries[l]->description;

        if (lazynccl_libraries[l]->root != root || !family->family)
            continue;
        if (all)
            each(family, print_row, NULL);
        else
            printf("and %d names with the suffixes _%d_0 to _%d_%d: -v shows them\n", family->count,
                   family->family, family->family, family->highest_minor);
    }
}

void symbols_of_library_json(const lazynccl_library *root)
{
    struct json json = {.to = stdout};

    json_answer(&json, "symbols");
    json_string(&json, "library", root->description->name);
    json_begin(&json, "functions", '[');
    for (int l = 0; l < lazynccl_libraries_count; l++)
        if (lazynccl_libraries[l]->root == root)
            each(lazynccl_libraries[l]->description, json_row, &json);
    json_end(&json, ']');
    findings_json(NULL, NULL, &json);
}

/* Linkers export these of themselves. */
static int is_linkers(const char *name)
{
    static const char *const names[] = {"__bss_start", "_edata", "_end", "_init", "_fini"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return 1;
    return 0;
}

static int is_unknown(const lazynccl_library *root, const struct elf_symbol *symbol)
{
    return symbol->defined && !is_linkers(symbol->name) &&
           !undefined_symbol_added(root->description, symbol->name);
}

struct lacking {
    const struct lazynccl_description *is;
    const struct elf_file *file;
    struct json *json; /* NULL: for people */
};

static void show_lacking(void *context, const char *name, const char *added, const char *removed)
{
    const struct lacking *lacking = context;
    char since[LAZYNCCL_VERSION_TEXT];

    if (candidate_exports(lacking->file, name))
        return;
    /* since when files have the name, which may be later than the function */
    added = lazynccl_version_text(lacking->is, undefined_symbol_added(lacking->is, name), since);
    if (lacking->json)
        json_row(lacking->json, name, added, removed);
    else
        printf("lacks    %s, of %s%s%s\n", name, added, removed ? ", removed in " : "",
               removed ? removed : "");
}

/* What the stub knows and the file does not export, and the other way round. Of a library with
 * suffix families only the plain names are counted as lacking: each major has its own. */
void symbols_difference(const lazynccl_library *root, const struct elf_file *file)
{
    each(root->description, show_lacking, &(struct lacking){root->description, file, NULL});
    for (size_t s = 0; s < file->symbol_count; s++)
        if (is_unknown(root, &file->symbols[s])) {
            fputs("unknown  ", stdout);
            safe_print(stdout, file->symbols[s].name);
            puts(", in no description of ours");
        }
}

void symbols_difference_json(const lazynccl_library *root, const struct elf_file *file,
                             struct json *json)
{
    json_begin(json, "lacks", '[');
    each(root->description, show_lacking, &(struct lacking){root->description, file, json});
    json_end(json, ']');
    json_begin(json, "unknown", '[');
    for (size_t s = 0; s < file->symbol_count; s++)
        if (is_unknown(root, &file->symbols[s]))
            json_string(json, NULL, file->symbols[s].name);
    json_end(json, ']');
}
