/* lazynccl symbols --demanded-by FILE: what a file requires of a library, and what is missing.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/rules/grouped.h"
#include "tool/symbols/symbols.h"

/* Returns the soname under which the file requires a library, from DT_NEEDED or a version
 * requirement. */
static const char *soname_asked(const lazynccl_library *root, const struct elf_file *asks)
{
    const char *const *sonames = root->description->sonames;
    const struct strings needed = {(char **)asks->needed, asks->needed_count};

    for (int i = 0; sonames[i]; i++) {
        if (strings_has(&needed, sonames[i]))
            return sonames[i];
        for (size_t v = 0; v < asks->version_count; v++)
            if (asks->versions[v].file && strcmp(asks->versions[v].file, sonames[i]) == 0)
                return sonames[i];
    }
    return sonames[0];
}

/* Returns the soname of the library that is examined, or "" if it has none. */
static const char *soname_of(const struct demanded *of)
{
    if (of->given && of->given->soname)
        return of->given->soname;
    return of->root ? soname_asked(of->root, of->asks) : "";
}

static const struct elf_file *find_given(void *context, const struct elf_file *asks,
                                         const struct binding *binding, struct candidate *to)
{
    const struct demanded *of = context;

    to->path = memory_copy(of->path);
    to->version = of->version;
    return of->given;
}

/* Reports what an audit would report if ld.so loaded that library. */
static void report(const struct demanded *of, const char *soname, struct findings *findings)
{
    const struct binding_source source = {.find = find_given, .context = (void *)of};
    OWNED(bindings) struct bindings bindings = {0};
    OWNED(grouped) struct groups groups = {0};

    bindings_add(&bindings, of->asks, of->by, soname, 0, &source);
    needs_check(&groups, bindings.list);
    grouped_report(&groups, findings, of->root_folder, "", "");
}

/* Prints a symbol, with the release that added it if that is known. Returns this release, or 0. */
static int print_symbol(const struct demanded *of, struct table *table,
                        const struct elf_symbol *symbol, int is_there)
{
    const struct lazynccl_description *desc = of->root ? of->root->description : NULL;
    int version = desc ? undefined_symbol_added(desc, symbol->name) : 0;
    char text[LAZYNCCL_VERSION_TEXT] = "";

    if (version)
        lazynccl_version_text(desc, version, text);
    if (!table->json)
        style_color_line(table->style, is_there ? NULL : STYLE_ERROR, "%-9s %s%s", text,
                         symbol->name, is_there ? "" : "  missing");
    json_row(table->json, NULL, JSON_TEXT("name", symbol->name),
             JSON_TEXT("version", symbol->version), JSON_TEXT("added", version ? text : NULL),
             JSON_FLAG(of->given ? "there" : NULL, is_there));
    return version;
}

/* Prints the last line: the oldest release that has all symbols, or that there are none. */
static void print_needed_release(const struct demanded *of, const char *soname, size_t count,
                                 int newest)
{
    char text[LAZYNCCL_VERSION_TEXT];

    if (count == 0) {
        printf("it needs no symbol of %s\n", *soname ? soname : "it");
    } else if (newest) {
        const struct lazynccl_description *desc = of->root->description;
        printf("needs     %s %s or later\n", desc->title,
               lazynccl_version_text(desc, newest, text));
    }
}

void symbols_demanded(const struct demanded *of, struct table *table, struct findings *findings)
{
    const struct lazynccl_description *desc = of->root ? of->root->description : NULL;
    const char *soname = soname_of(of);
    OWNED(undefined) struct undefined demands = {0};
    int newest = 0;

    undefined_read(&demands, of->asks, soname, desc);
    if (of->given)
        undefined_mark(&demands, of->given);
    json_begin(table->json, "demands", '[');
    for (size_t i = 0; i < demands.count; i++) {
        int is_there = !of->given || !undefined_fails(&demands, i);
        int version = print_symbol(of, table, demands.list[i], is_there);

        newest = version > newest ? version : newest;
    }
    json_end(table->json, ']');
    if (!table->json)
        print_needed_release(of, soname, demands.count, newest);
    if (of->given)
        report(of, soname, findings);
}
