/* Finds network plugins by the rules of each NCCL release.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/nccl/plugins.h"
#include "search/folder.h"
#include "tool/files/elf_cache.h"
#include "tool/linking/linker.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned plugins_interfaces(const char *path, const struct plugin_interface *kind)
{
    const char *why;
    const struct elf_file *file = elf_cache_get(path, &why);

    return file ? plugin_interface_exports(kind, file) : 0;
}

int plugins_is_static(const char *value)
{
    return *value && strncasecmp("STATIC_PLUGIN", value, strlen(value)) == 0;
}

/* The copy of NCCL that would open plugins: its own search path counts. NULL: the consumer's. */
static const char *opener(struct facts *facts)
{
    const struct candidate *copy = facts_copy(facts, "nccl");

    return copy ? machine_shown(facts->machine, copy->path) : NULL;
}

static void try(struct facts *facts, struct plugin *plugin, char *name)
{
    if (!name)
        return;
    strings_add(&plugin->tried, name, strlen(name));
    if (!plugin->path && *name == '/') {
        plugin->path =
            machine_has(facts->machine, name) ? machine_inside(facts->machine, name) : NULL;
        plugin->from = "its path";
    } else if (!plugin->path && !strchr(name, '/')) {
        plugin->path = linker_find(facts->machine, opener(facts), name, &plugin->from);
    }
    free(name);
}

static void add(struct facts *facts, struct plugins *all, const char *name)
{
    struct plugin *list = realloc(all->list, (all->count + 1) * sizeof *list), *plugin;
    int version = conf_nccl_version(facts);

    if (!list)
        abort();
    all->list = list;
    plugin = &list[all->count++];
    *plugin = (struct plugin){.name = strdup(name)};
    if (!all->value || (version && version < 21100)) {
        try(facts, plugin, strdup("libnccl-net.so"));
        return;
    }
    if (!version || version >= 22100)
        try(facts, plugin, strdup(name));
    try(facts, plugin, lazynccl_join("libnccl-net-", name, ".so"));
}

struct plugins plugins_of(struct facts *facts)
{
    struct plugins all = {.list = NULL};
    int version = conf_nccl_version(facts);

    all.value = conf_variable(facts, "NCCL_NET_PLUGIN", all.where);
    if (all.value && !*all.value && conf_nccl_between(facts, 1, 22199))
        all.value = NULL; /* to these releases it is */
    if (!all.value) {
        add(facts, &all, "libnccl-net.so");
    } else if (!*all.value || strcmp(all.value, "none") == 0 ||
               (plugins_is_static(all.value) && (!version || version >= 22200))) {
        all.none = 1; /* before 2.28 "none" is just a name that nothing has */
    } else {
        char *copy = strdup(all.value), *rest = copy, *name;
        int is_list = !version || version >= 22700;

        while ((name = is_list ? strsep(&rest, ",") : rest)) {
            if (*name)
                add(facts, &all, name);
            if (!is_list)
                break;
        }
        free(copy);
    }
    return all;
}

void plugins_free(struct plugins *all)
{
    while (all->count > 0) {
        struct plugin *plugin = &all->list[--all->count];

        free(plugin->name);
        free(plugin->path);
        strings_free(&plugin->tried);
    }
    free(all->list);
    all->list = NULL;
}
