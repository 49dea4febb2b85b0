/* lazynccl symbols LIBRARY: the functions that our stub knows, by the version that added them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../version.h"
#include "demand.h"
#include "print.h"
#include "symbols.h"
#include <stdlib.h>
#include <string.h>

lazynccl_library *symbols_library(const char *name)
{
    for (int l = 0; l < lazynccl_libraries_count; l++)
        if (lazynccl_libraries[l]->root == lazynccl_libraries[l] &&
            strcmp(lazynccl_libraries[l]->is->name, name) == 0)
            return lazynccl_libraries[l];
    return NULL;
}

/* Calls with every name of one table, in the order of its numbers: by version, then by name. */
static void each(const lazynccl_library *root, const struct lazynccl_description *is,
                 void (*call)(void *context, const char *name, const char *added,
                              const char *removed),
                 void *context)
{
    const char *name = is->symbols;

    for (int i = 0; i < is->count; i++, name += strlen(name) + 1) {
        char added[LAZYNCCL_VERSION_TEXT], until[LAZYNCCL_VERSION_TEXT];
        int removed, version = symbol_added(root, name, &removed);
        const char *since = lazynccl_version_text(is, version, added);

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
    const struct lazynccl_description *is = root->is;

    printf("%s: %d functions, by the version that added them\n", is->title, is->count);
    each(root, is, print_row, NULL);
    for (int l = 0; l < lazynccl_libraries_count; l++) {
        const struct lazynccl_description *family = lazynccl_libraries[l]->is;

        if (lazynccl_libraries[l]->root != root || !family->family)
            continue;
        if (all)
            each(root, family, print_row, NULL);
        else
            printf("and %d names with the suffixes _%d_0 to _%d_%d: -v shows them\n", family->count,
                   family->family, family->family, family->highest_minor);
    }
}

void symbols_of_library_json(const lazynccl_library *root)
{
    struct json json = {.to = stdout};

    json_begin(&json, NULL, '{');
    json_number(&json, "schema_version", 1);
    json_string(&json, "library", root->is->name);
    json_begin(&json, "functions", '[');
    for (int l = 0; l < lazynccl_libraries_count; l++)
        if (lazynccl_libraries[l]->root == root)
            each(root, lazynccl_libraries[l]->is, json_row, &json);
    json_end(&json, ']');
    json_end(&json, '}');
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

/* What the file exports and the stub does not know, and the other way round. Of a library with
 * suffix families only the plain names are counted as lacking: each major has its own. */
void symbols_difference(const lazynccl_library *root, const struct elf_file *file)
{
    const struct lazynccl_description *is = root->is;
    char added[LAZYNCCL_VERSION_TEXT];
    const char *name = is->symbols;
    int removed, version;

    for (int i = 0; i < is->count; i++, name += strlen(name) + 1) {
        size_t s = 0;

        while (s < file->symbol_count &&
               !(file->symbols[s].defined && strcmp(file->symbols[s].name, name) == 0))
            s++;
        if (s < file->symbol_count)
            continue;
        version = symbol_added(root, name, &removed);
        printf("lacks    %s, of %s", name, lazynccl_version_text(is, version, added));
        if (removed)
            printf(", removed in %s", lazynccl_version_text(is, removed, added));
        putchar('\n');
    }
    for (size_t s = 0; s < file->symbol_count; s++)
        if (file->symbols[s].defined && !is_linkers(file->symbols[s].name) &&
            !symbol_added(root, file->symbols[s].name, &removed)) {
            fputs("unknown  ", stdout);
            print_text(stdout, file->symbols[s].name);
            puts(", in no description of ours");
        }
}
