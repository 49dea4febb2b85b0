/* lazynccl symbols LIBRARY: the functions that the stub knows, by the version that added them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/text/nearest.h"
#include "tool/symbols/symbols.h"

/* The release that removed a function in words; NULL: none did. */
#define REMOVED(desc, number)                                                                      \
    (lazynccl_removed_in(desc, number) ? NVIDIA_VERSION(desc, lazynccl_removed_in(desc, number))   \
                                       : NULL)

/* Lists all names of one table, sorted by version and then by name. */
static void show_functions(const struct lazynccl_description *desc, struct table *table)
{
    const char *name = desc->symbols;

    for (int i = 0; i < desc->count; name = lazynccl_symbol_next(desc, i++, name)) {
        const char *removed = REMOVED(desc, i);
        const char *added = NVIDIA_VERSION(desc, lazynccl_added_in(desc, i));

        if (!table->json)
            printf("%-9s %s%s%s%s\n", added, name, removed ? "  (removed in " : "",
                   removed ? removed : "", removed ? ")" : "");
        json_row(table->json, NULL, JSON_TEXT("name", name), JSON_TEXT("added", added),
                 JSON_TEXT("removed", removed));
    }
}

void symbols_of_library(const lazynccl_library *base, struct table *table, int all)
{
    const struct lazynccl_description *desc = base->description;

    json_answer(table->json, "symbols");
    json_string(table->json, "library", desc->name);
    if (!table->json)
        printf("%s: %d functions, by the version that added them\n", desc->title, desc->count);
    json_begin(table->json, "functions", '[');
    for (int l = 0; l < lazynccl_libraries_count; l++) {
        const struct lazynccl_description *of = lazynccl_libraries[l]->description;

        if (lazynccl_libraries[l]->base != base)
            continue;
        if (table->json || all || !of->family)
            show_functions(of, table);
        else
            printf("and %d names with the suffixes _%d_0 to _%d_%d: -v shows them\n", of->count,
                   of->family, of->family, of->highest_minor);
    }
    json_end(table->json, ']');
    findings_end(table, NULL, NULL, NULL);
}

/* Returns the length of NAME in NAME or NAME_vN, and N, which is 1 without a suffix. */
static size_t stem_of(const char *name, int *number)
{
    size_t length = strlen(name);

    *number = 1;
    if (length <= 3 || strncmp(name + length - 3, "_v", 2) != 0)
        return length;
    *number = name[length - 1] - '0';
    return length - 3;
}

/* Returns the newest of NAME and NAME_vN that no release removed, if that is another function than
 * `name`: newer headers call it. NULL if there is none. */
static const char *newer_of(const struct lazynccl_description *desc, const char *name)
{
    const char *newest = NULL, *other = desc->symbols;
    int number, highest = 0;
    size_t stem = stem_of(name, &number);

    for (int i = 0; i < desc->count; other = lazynccl_symbol_next(desc, i++, other))
        if (strncmp(other, name, stem) == 0 && stem_of(other, &number) == stem &&
            number > highest && !lazynccl_removed_in(desc, i)) {
            highest = number;
            newest = other;
        }
    return newest && strcmp(newest, name) != 0 ? newest : NULL;
}

int symbols_function(const char *name, struct table *table)
{
    for (int l = 0; l < lazynccl_libraries_count; l++) {
        const struct lazynccl_description *desc = lazynccl_libraries[l]->description;
        int number = lazynccl_symbol_index(desc, name);

        if (number < 0)
            continue;
        int since = undefined_symbol_added(lazynccl_libraries[l]->base->description, name);
        const char *removed = REMOVED(desc, number), *newer = newer_of(desc, name);
        const char *added = NVIDIA_VERSION(desc, since);
        int is_oldest = since == desc->added->version;

        json_answer(table->json, "symbols");
        if (!table->json)
            safe_line("%s: %s since %s%s%s%s%s%s", name, desc->title, added,
                      is_oldest ? " or earlier" : "", removed ? ", removed in " : "",
                      removed ? removed : "", newer ? "; newer headers call " : "",
                      newer ? newer : "");
        json_string(table->json, "function", name);
        json_string(table->json, "library", desc->name);
        json_string(table->json, "added", added);
        json_string(table->json, "removed", removed);
        json_string(table->json, "newer", newer);
        findings_end(table, NULL, NULL, NULL);
        return 0;
    }
    return -1;
}

const char *symbols_nearest(const char *name)
{
    struct nearest best = {nvidia_nearest(name), 3};

    for (int l = 0; l < lazynccl_libraries_count && !best.name; l++) {
        const struct lazynccl_description *desc = lazynccl_libraries[l]->description;
        const char *known = desc->symbols;

        for (int i = 0; i < desc->count; known = lazynccl_symbol_next(desc, i++, known))
            nearest_try(&best, name, known);
    }
    return best.name;
}

/* Returns 1 for a symbol that the linker adds to the exports. */
static int is_unknown(const lazynccl_library *base, const struct elf_symbol *symbol)
{
    const struct strings linkers = {(char *[]){"__bss_start", "_edata", "_end", "_init", "_fini"},
                                    5};

    return symbol->defined && !strings_has(&linkers, symbol->name) &&
           !undefined_symbol_added(base->description, symbol->name);
}

void symbols_difference(const lazynccl_library *base, const struct elf_file *file,
                        struct table *table)
{
    const struct lazynccl_description *desc = base->description;
    const char *name = desc->symbols;
    OWNED(strings) struct strings unknown = {0};

    json_begin(table->json, "lacks", '[');
    for (int i = 0; i < desc->count; name = lazynccl_symbol_next(desc, i++, name)) {
        const char *removed = REMOVED(desc, i);

        if (candidate_exports(file, name))
            continue;
        /* the version in which files first have the name may be later than the function */
        const char *since = NVIDIA_VERSION(desc, undefined_symbol_added(desc, name));
        if (!table->json)
            printf("lacks    %s, of %s%s%s\n", name, since, removed ? ", removed in " : "",
                   removed ? removed : "");
        json_row(table->json, NULL, JSON_TEXT("name", name), JSON_TEXT("added", since),
                 JSON_TEXT("removed", removed));
    }
    json_end(table->json, ']');
    for (size_t s = 0; s < file->symbol_count; s++)
        if (is_unknown(base, &file->symbols[s])) {
            strings_add(&unknown, file->symbols[s].name, strlen(file->symbols[s].name));
            if (!table->json)
                safe_line("unknown  %s, in no stub", file->symbols[s].name);
        }
    json_strings(table->json, "unknown", &unknown);
}
