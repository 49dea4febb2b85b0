/* Finds network plugins by the rules of each NCCL release.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "netplugin/nccl/plugins.h"
#include "common/files/elf_cache.h"
#include "common/linking/candidate.h"
#include "common/linking/closure.h"
#include "common/linking/linker.h"
#include "common/text/memory.h"

unsigned plugins_exports(const struct plugin *plugin, const struct lazynccl_net_interface *kind)
{
    const struct elf_file *file = plugin->path ? elf_cache_get(plugin->path, NULL) : NULL;

    return file ? plugin_interface_exports(kind, file) : 0;
}

/* Returns the copy of NCCL that would open plugins, because its search path applies. NULL if only
 * the target's search path applies. */
static const char *opener(struct facts *facts)
{
    const struct candidate *copy = facts_copy(facts, "nccl");

    return copy ? machine_shown(facts->machine, copy->path) : NULL;
}

/* Tries a name, then frees it. */
static void try(struct facts *facts, struct plugin *plugin, char *name)
{
    strings_add(&plugin->tried, name, strlen(name));
    if (!plugin->path && *name == '/') {
        plugin->path =
            machine_has(facts->machine, name) ? view_inside(facts->machine->target, name) : NULL;
        plugin->from = "its path";
    } else if (!plugin->path && !strchr(name, '/')) {
        plugin->path = linker_find(facts->machine, opener(facts), name, &plugin->from);
    }
    free(name);
}

static void add_named(struct facts *facts, struct plugins *all, const char *name)
{
    struct plugin *plugin = MEMORY_ADD(all->list, all->count);
    int version = conf_nccl_version(facts);

    *plugin = (struct plugin){.name = memory_copy(name)};
    if (!all->value || (version && version < 21100)) {
        try(facts, plugin, memory_copy("libnccl-net.so"));
        return;
    }
    if (!version || version >= 22100)
        try(facts, plugin, memory_copy(name));
    try(facts, plugin, memory_print("libnccl-net-%s.so", name));
}

/* Returns 1 if a file is libnccl-net-lazy.so, even under another name. */
static int is_shim(const char *path)
{
    const struct elf_file *file = path ? elf_cache_get(path, NULL) : NULL;

    return file && strings_has(&file->lazynccl, ELF_FILE_NET);
}

/* Adds the plugin that the shim opens. The value is an absolute path, or a name to search for in
 * the same way as a library. */
static void add_of_shim(struct facts *facts, struct plugins *all)
{
    const char *value = machine_variable(facts->machine, "LAZYNCCL_NET_PLUGIN");
    const char *folders = machine_variable(facts->machine, "LAZYNCCL_LIBPATH");
    OWNED(strings) struct strings entries = strings_split(folders, ':'), found = {0};
    struct plugin *plugin = MEMORY_ADD(all->list, all->count);

    *plugin = (struct plugin){.name = memory_copy(value && *value ? value : "libnccl-net.so"),
                              .by_shim = 1};
    char *file = strstr(plugin->name, ".so") ? memory_copy(plugin->name)
                                             : memory_print("libnccl-net-%s.so", plugin->name);
    for (size_t i = 0; i < entries.count && !plugin->path; i++) {
        OWNED(memory) char *path = memory_print("%s/%s", entries.list[i], file);

        if (*entries.list[i] == '/' && machine_has(facts->machine, path)) {
            plugin->path = view_inside(facts->machine->target, path);
            plugin->from = "LAZYNCCL_LIBPATH";
        }
    }
    if (!plugin->path && !strchr(file, '/'))
        linker_list(facts->machine, file, &found);
    for (size_t i = 0; i < found.count && !plugin->path; i++)
        if (!is_shim(found.list[i])) {
            plugin->path = memory_copy(found.list[i]);
            plugin->from = "ld.so";
        }
    try(facts, plugin, file);
}

static void add(struct facts *facts, struct plugins *all, const char *name)
{
    add_named(facts, all, name);
    if (is_shim(all->list[all->count - 1].path))
        add_of_shim(facts, all);
}

static struct plugins *read_plugins(struct facts *facts)
{
    struct plugins *all = memory_get(1, sizeof *all);
    int version = conf_nccl_version(facts);

    all->value = conf_variable(facts, "NCCL_NET_PLUGIN", all->where);
    if (all->value && !*all->value && conf_nccl_between(facts, 1, 22199))
        all->value = NULL; /* these releases treat an empty value as unset */
    all->is_static = all->value && *all->value && (!version || version >= 22200) &&
                     strncasecmp("STATIC_PLUGIN", all->value, strlen(all->value)) == 0;
    if (!all->value) {
        add(facts, all, "libnccl-net.so");
    } else if (!*all->value || strcmp(all->value, "none") == 0 || all->is_static) {
        all->none = 1; /* before 2.28, "none" is an ordinary name that no plugin has */
    } else {
        int is_list = !version || version >= 22700;
        OWNED(strings) struct strings names = strings_words(all->value, is_list ? "," : "");

        for (size_t i = 0; i < names.count; i++)
            add(facts, all, names.list[i]);
    }
    return all;
}

const struct plugins *plugins_read(struct facts *facts)
{
    if (!facts->plugins)
        facts->plugins = read_plugins(facts);
    return facts->plugins;
}

#define MOST_FAILURES 5 /* if a C++ library is missing, hundreds of names are undefined */

char *plugins_other_machine(const struct machine *machine, const struct elf_file *elf)
{
    if (view_fits(&machine->target->file, elf))
        return NULL;
    return memory_print("it is a file for %s (%d bits), which is not this machine",
                        elf_machine_word(elf->machine), elf->class);
}

/* Returns a failure in one line, to be freed. */
static char *failure_text(const struct closure *closure, const struct failure *failure)
{
    const struct closure_file *library =
        failure->library < closure->count ? &closure->list[failure->library] : NULL;
    const struct target *asking = closure->list[failure->asks].asks;
    const char *asks = strings_base_name(asking->module), *why = NULL;

    if (failure->symbol)
        return memory_print("undefined symbol %s: no library that it needs defines it",
                            failure->symbol->name);
    if (failure->version)
        return memory_print("%s needs version %s of %s, which has none", asks, failure->version,
                            library->soname);
    if (!library->path)
        return memory_print("%s needs %s, which ld.so does not find", asks, library->soname);
    elf_cache_get(library->path, &why);
    return memory_print("%s: %s", library->path + strlen(asking->root), why);
}

struct strings plugins_obstacles(struct machine *machine, const char *path, const char **remedy)
{
    struct strings lines = {0};
    OWNED(memory) char *file = view_inside(machine->target, path);
    const char *why = "No such file or directory";
    const struct elf_file *elf = file ? elf_cache_get(file, &why) : NULL;
    OWNED(memory) char *other = elf ? plugins_other_machine(machine, elf) : NULL;

    *remedy = NULL;
    if (!elf) {
        strings_print(&lines, "%s: %s", path, why);
        return lines;
    }
    if (other) {
        strings_add(&lines, other, strlen(other));
        *remedy = "get the file that is built for this machine";
        return lines;
    }
    OWNED(closure) struct closure closure = closure_read(machine->target, path, 0);
    OWNED(closure_failures) struct failures failures = closure_failures(&closure);
    size_t more = failures.count > MOST_FAILURES ? failures.count - MOST_FAILURES : 0;
    const struct failure *last = failures.list + failures.count - 1;
    for (size_t i = 0; i < failures.count - more; i++) {
        OWNED(memory)
        char *line = failure_text(&closure, &failures.list[i]);

        strings_add_once(&lines, line);
    }
    if (more)
        strings_print(&lines, "and %zu other%s", more, last->symbol ? " undefined symbols" : "s");
    if (!failures.count || !failures.list[0].symbol)
        return lines;
    strings_print(&lines, "it loads only in a program that has them, by LD_PRELOAD or RTLD_GLOBAL");
    *remedy = strncmp(failures.list[0].symbol->name, "cuda", 4) == 0
                  ? "as its author, link it with CUDA's runtime: -lcudart"
                  : "as its author, link it with the library that has them";
    return lines;
}
