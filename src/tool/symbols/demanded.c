/* lazynccl symbols --demanded-by FILE: what a file requires of a library, and what is missing.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/rules/grouped.h"
#include "tool/symbols/symbols.h"

/* Returns the soname under which the file requires the library, from DT_NEEDED or a version
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

void symbols_demanded(const struct demanded *of, struct table *table, struct findings *findings)
{
    const struct lazynccl_description *desc = of->root ? of->root->description : NULL;
    const char *soname = of->given && of->given->soname ? of->given->soname
                         : of->root                     ? soname_asked(of->root, of->asks)
                                                        : "";
    char text[LAZYNCCL_VERSION_TEXT];
    OWNED(undefined) struct undefined demands;
    int newest = 0;

    undefined_read(&demands, of->asks, soname, desc);
    if (of->given)
        undefined_mark(&demands, of->given);
    json_begin(table->json, "demands", '[');
    for (size_t i = 0; i < demands.count; i++) {
        const struct elf_symbol *symbol = demands.list[i];
        int version = desc ? undefined_symbol_added(desc, symbol->name) : 0;
        int there = !of->given || !undefined_fails(&demands, i);

        newest = version > newest ? version : newest;
        if (version)
            lazynccl_version_text(desc, version, text);
        if (!table->json)
            style_color_line(table->style, there ? NULL : STYLE_ERROR, "%-9s %s%s",
                             version ? text : "", symbol->name, there ? "" : "  missing");
        json_row(table->json, NULL, JSON_TEXT("name", symbol->name),
                 JSON_TEXT("version", symbol->version), JSON_TEXT("added", version ? text : NULL),
                 JSON_FLAG(of->given ? "there" : NULL, there));
    }
    json_end(table->json, ']');
    if (!table->json && demands.count == 0)
        printf("it needs no symbol of %s\n", *soname ? soname : "it");
    else if (!table->json && newest)
        printf("needs     %s %s or later\n", desc->title,
               lazynccl_version_text(desc, newest, text));
    if (of->given)
        report(of, soname, findings);
}
