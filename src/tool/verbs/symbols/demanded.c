/* lazynccl symbols --demanded-by FILE: what a file demands of a library, and what of it is lacking.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "search/view.h"
#include "tool/findings/list.h"
#include "tool/linking/environment.h"
#include "tool/linking/undefined.h"
#include "tool/text/json.h"
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

/* Adds the finding, if one of them fails. */
static void say_lacking(const struct demanded *of, const struct undefined *demands,
                        struct findings *findings)
{
    const char *title = of->root ? of->root->description->title : of->path;
    char more[40] = "", version[LAZYNCCL_VERSION_TEXT];
    int newest = 0, lacking = 0;
    size_t first = 0;

    for (size_t i = demands->count; of->given && i-- > 0;)
        if (undefined_fails(demands, i)) {
            int added = of->root
                            ? undefined_symbol_added(of->root->description, demands->list[i]->name)
                            : 0;

            newest = added > newest ? added : newest;
            first = i;
            lacking++;
        }
    if (!lacking)
        return;
    if (lacking > 1)
        snprintf(more, sizeof more, " and %d more", lacking - 1);
    findings_add(findings, of->root && of->root->description->suffixed ? "LN107" : "LN103",
                 "%s lacks %s%s, which %s needs", title, demands->list[first]->name, more,
                 strings_base_name(of->by));
    findings_evidence(findings, "%s", of->path);
    findings_evidence(findings, "%s", of->by);
    if (newest)
        findings_remedy(findings, "install %s %s or later in its place", title,
                        lazynccl_version_text(of->root->description, newest, version));
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

    if (undefined_read(&demands, of->asks, soname, is) != 0) {
        undefined_free(&demands);
        return;
    }
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
    say_lacking(of, &demands, findings);
    undefined_free(&demands);
}
