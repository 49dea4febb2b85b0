/* lazynccl symbols --demanded-by FILE: what a file demands of a library, and what of it is lacking.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../version.h"
#include "demand.h"
#include "print.h"
#include "symbols.h"
#include <string.h>

/* By which soname the file asks for the library: one that it needs or wants a version of. */
static const char *soname_asked(const lazynccl_library *root, const struct elf_file *asks)
{
    const char *const *sonames = root->is->sonames;

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
    print_text(stdout, name);
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

size_t symbols_demanded(const lazynccl_library *root, const struct elf_file *asks,
                        const struct elf_file *given, struct json *json)
{
    const struct lazynccl_description *is = root ? root->is : NULL;
    const char *soname = given && given->soname ? given->soname
                         : root                 ? soname_asked(root, asks)
                                                : "";
    char text[LAZYNCCL_VERSION_TEXT];
    struct demands demands;
    int newest = 0, removed;
    size_t lacking = 0;

    if (demands_read(&demands, asks, soname, is) != 0) {
        demands_free(&demands);
        return 0;
    }
    if (given)
        demands_mark(&demands, given);
    for (size_t i = 0; i < demands.count; i++) {
        const char *name = demands.list[i]->name;
        int version = root ? symbol_added(root, name, &removed) : 0;
        const char *added = version ? lazynccl_version_text(is, version, text) : "";
        int there = !given || !demand_fails(&demands, i);

        newest = version > newest ? version : newest;
        lacking += !there;
        if (json)
            json_demand(json, demands.list[i], added, there, given != NULL);
        else
            print_demand(name, added, there, given != NULL);
    }
    if (!json && demands.count == 0)
        printf("it demands nothing of %s\n", *soname ? soname : "it");
    else if (!json && newest)
        printf("needs    %s %s or later\n", is->title, lazynccl_version_text(is, newest, text));
    demands_free(&demands);
    return lacking;
}
