/* lazynccl symbols --demanded-by FILE: what a file demands of a library, and what of it is lacking.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "search/view.h"
#include "tool/rules/group.h"
#include "tool/text/json.h"
#include "tool/text/memory.h"
#include "tool/text/safe.h"
#include "tool/verbs/symbols/symbols.h"
#include <string.h>

/* By which soname the file asks for the library: one that it needs or wants a version of. */
static const char *soname_asked(const lazynccl_library *root, const struct elf_file *asks)
{
    const char *const *sonames = root->description->sonames;

    for (int i = 0; sonames[i]; i++) {
        for (size_t n = 0; n < asks->needed_count; n++)
            if (strcmp(asks->needed[n], sonames[i]) == 0)
                return sonames[i];
        for (size_t v = 0; v < asks->version_count; v++)
            if (asks->versions[v].file && strcmp(asks->versions[v].file, sonames[i]) == 0)
                return sonames[i];
    }
    return sonames[0];
}

static void print_demand(const char *name, const char *added, int there, int is_known)
{
    printf("%-9s ", added);
    safe_print(stdout, name);
    puts(there || !is_known ? "" : "  not there");
}

static void json_demand(struct json *json, const struct elf_symbol *demand, const char *added,
                        int there, int is_known)
{
    json_begin(json, NULL, '{');
    json_string(json, "name", demand->name);
    json_string(json, "version", demand->version);
    json_string(json, "added", *added ? added : NULL);
    if (is_known)
        json_bool(json, "there", there);
    json_end(json, '}');
}

static const struct elf_file *find_given(void *context, const struct elf_file *asks,
                                         const struct binding *binding, struct candidate *to)
{
    const struct demanded *of = context;

    (void)asks;
    (void)binding;
    to->path = memory_copy(of->path);
    to->version = of->version;
    return of->given;
}

/* Reports about that file what would be reported if ld.so gave it. */
static void report(const struct demanded *of, const char *soname, struct findings *findings)
{
    const struct binding_source source = {NULL, find_given, NULL, 0, (void *)of};
    struct bindings bindings = {NULL, 0};
    struct groups groups = {NULL, 0};

    bindings_add(&bindings, of->asks, of->by, soname, 0, &source);
    needs_judge(&groups, bindings.list);
    groups_report(&groups, findings, of->root_folder, "", "");
    groups_free(&groups);
    bindings_free(&bindings);
}

void symbols_demanded(const struct demanded *of, struct json *json, struct findings *findings)
{
    const struct lazynccl_description *is = of->root ? of->root->description : NULL;
    const char *soname = of->given && of->given->soname ? of->given->soname
                         : of->root                     ? soname_asked(of->root, of->asks)
                                                        : "";
    char text[LAZYNCCL_VERSION_TEXT];
    struct undefined demands;
    int newest = 0;

    undefined_read(&demands, of->asks, soname, is);
    if (of->given)
        undefined_mark(&demands, of->given);
    for (size_t i = 0; i < demands.count; i++) {
        const char *name = demands.list[i]->name;
        int version = of->root ? undefined_symbol_added(is, name) : 0;
        const char *added = version ? lazynccl_version_text(is, version, text) : "";
        int there = !of->given || !undefined_fails(&demands, i);

        newest = version > newest ? version : newest;
        if (json)
            json_demand(json, demands.list[i], added, there, of->given != NULL);
        else
            print_demand(name, added, there, of->given != NULL);
    }
    if (!json && demands.count == 0)
        printf("it demands nothing of %s\n", *soname ? soname : "it");
    else if (!json && newest)
        printf("%-9s %s %s or later\n", "needs", is->title,
               lazynccl_version_text(is, newest, text));
    if (of->given)
        report(of, soname, findings);
    undefined_free(&demands);
}
