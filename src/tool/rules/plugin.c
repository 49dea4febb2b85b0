/* Rules on NCCL's network plugins: LN301 to 310, 330. `lazynccl plugin` has others.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/rules/rule.h"

/* Returns the NCCL release in use, "2.28.9". Valid until the next call. */
static const char *nccl_text(struct examination *at)
{
    static char text[LAZYNCCL_VERSION_TEXT];

    return lazynccl_version_text(facts_search_result(at->facts, "nccl")->library,
                                 conf_nccl_version(at->facts), text);
}

static void evidence_plugin(struct examination *at, const struct plugin *plugin)
{
    rule_line(at, "%s (%s)", machine_shown(at->machine, plugin->path), plugin->from);
}

static const char *name_of(const struct plugin *plugin)
{
    return strings_base_name(plugin->path);
}

/* Adds a finding on how this NCCL behaves with a plugin ("NCCL 2.28.9 crashes if PLUGIN ..."), with
 * the interface versions that it exports ("it exports ncclNetPlugin v6 but not v11"). */
static void add_for(struct examination *at, const char *id, const char *does,
                    const struct plugin *plugin, const char *rest,
                    const struct lazynccl_net_interface *interface, const char *also)
{
    char has[PLUGIN_VERSIONS_TEXT];

    rule_add(at, id, "NCCL %s %s %s%s", nccl_text(at), does, name_of(plugin), rest);
    evidence_plugin(at, plugin);
    rule_line(at, "it exports %.*s %s%s", (int)strlen(interface->symbol) - 2, interface->symbol,
              plugin_interface_versions_text(plugins_exports(plugin, interface), has), also);
}

/* Returns 1 for a path if this NCCL supports only a name, or for a list if it supports only one. */
static int is_misspelt(struct examination *at, const struct plugins *all)
{
    return all->value && !all->none &&
           ((strchr(all->value, '/') && conf_nccl_between(at->facts, 21100, 22099)) ||
            (strchr(all->value, ',') && conf_nccl_between(at->facts, 21100, 22699)));
}

/* Reports a tuner or profiler that a setting names by its path and that is not there. */
static void check_named(struct examination *at, const char *variable, const char *kind)
{
    struct setting named = rule_setting(at, variable);

    if (!named.value || !strchr(named.value, '/') || machine_has(at->machine, named.value))
        return;
    rule_add_setting(at, &named, "LN301", "%s plugin %s not found", kind, named.value);
    rule_help_unset(at, &named);
}

FINDING(LN301, "plugin-not-found", WARNING,
        "the network plugin named in NCCL_NET_PLUGIN is not found",
        "NCCL continues without it and uses InfiniBand or sockets, often at a fraction of the "
        "speed; only a line of NCCL_DEBUG=INFO says so. From 2.21 NCCL tries the value as it is "
        "and as libnccl-net-VALUE.so, before that only the latter.",
        "NCCL_NET_PLUGIN=/the/whole/path, or add the plugin's folder to LD_LIBRARY_PATH",
        "NCCL 2.28.9 src/plugin/plugin_open.cc, NVIDIA/nccl#1231")
{
    const struct plugins *all = plugins_read(at->facts);

    for (const struct plugin *plugin = all->list; plugin < all->list + all->count; plugin++) {
        struct setting named =
            rule_setting(at, plugin->by_shim ? "LAZYNCCL_NET_PLUGIN" : "NCCL_NET_PLUGIN");

        if (plugin->path || !named.value || (!plugin->by_shim && is_misspelt(at, all)))
            continue;
        rule_add_setting(at, &named, "LN301", "network plugin %s not found", plugin->name);
        for (size_t t = 0; t < plugin->tried.count; t++)
            rule_line(at, "%s: not found by ld.so", plugin->tried.list[t]);
        if (plugin->by_shim)
            rule_help(at, "LAZYNCCL_NET_PLUGIN=/the/whole/path");
    }
    check_named(at, "NCCL_TUNER_PLUGIN", "tuner");
    check_named(at, "NCCL_PROFILER_PLUGIN", "profiler");
}

FINDING(LN302, "plugin-does-not-load", WARNING, "a plugin of NCCL cannot be loaded",
        "A library that the plugin needs is missing, or lacks a version node that it needs. NCCL "
        "continues without it: with its own networks, and its own choice of algorithms.",
        "install the library, or add its folder to LD_LIBRARY_PATH",
        "NCCL 2.28.9 src/plugin/plugin_open.cc, NVIDIA/nccl#1231")
{
    const struct plugins *all = plugins_read(at->facts);

    for (const struct plugin *plugin = all->list; plugin < all->list + all->count; plugin++) {
        OWNED(strings) struct strings lines = {0};
        const char *remedy;

        if (plugin->path)
            lines =
                plugins_obstacles(at->machine, machine_shown(at->machine, plugin->path), &remedy);
        if (lines.count) {
            rule_add(at, "LN302", "%s will not load", name_of(plugin));
            evidence_plugin(at, plugin);
            for (size_t l = 0; l < lines.count; l++)
                rule_line(at, "%s", lines.list[l]);
            if (remedy)
                rule_help(at, "%s", remedy);
        }
    }
}

FINDING(LN303, "plugin-version-not-taken", WARNING,
        "the network plugin has no interface that this NCCL supports",
        "Each NCCL supports a range of versions of ncclNetPlugin_vN. A plugin outside the range is "
        "`unsupported`, and NCCL continues with its own networks.",
        "install the plugin built for this NCCL, or the NCCL that the plugin was built for",
        "NVIDIA/nccl#513, NVIDIA/nccl#1292")
{
    const struct plugins *all = plugins_read(at->facts);
    const struct lazynccl_net_interface *net = &lazynccl_net_interfaces[LAZYNCCL_NET_KIND_NET];
    unsigned taken = plugin_interface_taken(net, conf_nccl_version(at->facts));
    char wants[PLUGIN_VERSIONS_TEXT];
    OWNED(memory)
    char *also = memory_print("; NCCL supports %s", plugin_interface_versions_text(taken, wants));

    for (const struct plugin *plugin = all->list; plugin < all->list + all->count; plugin++)
        /* the shim converts between versions */
        if (taken && plugin->path &&
            !(plugins_exports(plugin, net) & (plugin->by_shim ? ~0u : taken)))
            add_for(at, "LN303", "supports none of", plugin, "'s interfaces", net, also);
}

FINDING(LN304, "plugin-spelling", WARNING,
        "NCCL_NET_PLUGIN has a form that this NCCL does not support",
        "Up to 2.20 a value is only the middle of a file name: /a/b.so becomes "
        "libnccl-net-/a/b.so.so. Lists are supported from 2.27.",
        "use a form that this release supports: a name up to 2.20, one file up to 2.26",
        "NCCL 2.28.9 src/plugin/net.cc; measured with 2.14 to 2.28")
{
    struct setting named = rule_setting(at, "NCCL_NET_PLUGIN");

    if (is_misspelt(at, plugins_read(at->facts)))
        rule_add_setting(at, &named, "LN304", "NCCL %s looks for libnccl-net-%s.so", nccl_text(at),
                         named.value);
}

FINDING(LN305, "plugin-taken-for-static", WARNING, "NCCL_NET_PLUGIN is read as STATIC_PLUGIN",
        "From 2.22 any prefix of that word, case-insensitive, opens the main program instead of a "
        "plugin. NCCL finds no plugin there and continues with its own networks.",
        "use another name: the full path of the plugin", "NCCL 2.28.9 src/plugin/plugin_open.cc")
{
    struct setting named = rule_setting(at, "NCCL_NET_PLUGIN");

    if (plugins_read(at->facts)->is_static)
        rule_add_setting(at, &named, "LN305", "NCCL opens the main program for NCCL_NET_PLUGIN=%s",
                         named.value);
}

FINDING(LN306, "plugin-failure-crashes", WARNING,
        "this NCCL crashes if the network plugin fails to start",
        "2.28.3 to 2.29.3 call the plugin's finalize through a null pointer if its init fails and "
        "it has no interface v11. The process ends with SIGSEGV, often without a message. Fixed in "
        "2.29.7.",
        "update NCCL to 2.29.7 or later, or the plugin to one with v11",
        "NCCL 2.28.9 src/plugin/net.cc, NVIDIA/nccl#2159")
{
    const struct plugins *all = plugins_read(at->facts);
    const struct lazynccl_net_interface *net = &lazynccl_net_interfaces[LAZYNCCL_NET_KIND_NET];

    for (const struct plugin *plugin = all->list; plugin < all->list + all->count; plugin++) {
        unsigned bits = plugins_exports(plugin, net);

        if (conf_nccl_between(at->facts, 22803, 22906) && !plugin->by_shim && !(bits >> 11) &&
            bits >> 6)
            add_for(at, "LN306", "crashes if", plugin, " fails to start", net, " but not v11");
    }
}

FINDING(LN307, "plugin-forgotten", WARNING,
        "this NCCL uses the network plugin only until the last communicator ends",
        "2.28.3 to 2.29.7 unload a plugin with the last communicator and lose its name: later "
        "communicators silently use sockets.",
        "NCCL_NET_PLUGIN_REF_COUNT=1", "NVIDIA/nccl#1978")
{
    const struct lazynccl_net_interface *net = &lazynccl_net_interfaces[LAZYNCCL_NET_KIND_NET];
    const struct plugins *all = plugins_read(at->facts);
    struct setting named = rule_setting(at, "NCCL_NET_PLUGIN");

    if (!all->value || !all->count || !conf_nccl_between(at->facts, 22803, 22907) ||
        !(plugins_exports(all->list, net) &
          plugin_interface_taken(net, conf_nccl_version(at->facts))) ||
        rule_setting(at, "NCCL_NET_PLUGIN_REF_COUNT").value)
        return;
    rule_add_setting(at, &named, "LN307", "NCCL %s uses %s only until the last communicator ends",
                     nccl_text(at), name_of(all->list));
    evidence_plugin(at, all->list);
}

FINDING(LN308, "plugin-unrequested", NOTE, "NCCL loads a network plugin that was not requested",
        "Without NCCL_NET_PLUGIN NCCL opens libnccl-net.so wherever the dynamic linker finds it; "
        "HPC-X and images of cloud providers include one.",
        "NCCL_NET_PLUGIN=none, from NCCL 2.28 on, if it is not wanted", "coreweave/nccl-tests#84")
{
    const struct plugins *all = plugins_read(at->facts);

    if (all->value || !all->list->path)
        return;
    rule_add(at, "LN308", "NCCL loads %s, which was not requested", name_of(all->list));
    evidence_plugin(at, all->list);
}

FINDING(LN309, "plugin-twice", WARNING, "several folders have a network plugin of the same name",
        "Which one NCCL gets depends only on the order of the folders.",
        "NCCL_NET_PLUGIN=/the/whole/path", "coreweave/nccl-tests#100")
{
    const struct plugins *all = plugins_read(at->facts);

    for (const struct plugin *plugin = all->list; plugin < all->list + all->count; plugin++) {
        OWNED(strings) struct strings paths = {0};

        if (plugin->path && !plugin->by_shim && strcmp(plugin->from, "its path") != 0)
            linker_list(at->machine, name_of(plugin), &paths);
        if (paths.count > 1) {
            rule_add(at, "LN309", "there are %zu files named %s", paths.count, name_of(plugin));
            for (size_t p = 0; p < paths.count; p++)
                rule_line(at, "%s%s", machine_shown(at->machine, paths.list[p]),
                          p ? "" : " comes first");
        }
    }
}

FINDING(LN310, "plugin-gin-dropped", WARNING,
        "this NCCL no longer supports the plugin's GIN interface",
        "NCCL supports ncclGinPlugin_v11 and _v12 up to 2.30.4 only; later, device-initiated "
        "transfers are not available with them.",
        "update the plugin to one with ncclGinPlugin_v13 or later",
        "the interfaces that NCCL 2.30.4 and 2.30.7 look up")
{
    const struct plugins *all = plugins_read(at->facts);
    const struct lazynccl_net_interface *gin = &lazynccl_net_interfaces[LAZYNCCL_NET_KIND_GIN];
    unsigned taken = plugin_interface_taken(gin, conf_nccl_version(at->facts));

    for (const struct plugin *plugin = all->list; plugin < all->list + all->count; plugin++) {
        unsigned bits = plugins_exports(plugin, gin);

        /* all versions are older than the oldest one that NCCL supports */
        if (taken && bits && !plugin->by_shim && bits < (taken & -taken))
            add_for(at, "LN310", "supports no GIN interface of", plugin, "", gin, "");
    }
}

FINDING(
    LN330, "plugin-table-lost", WARNING,
    "libnccl-net-lazy.so hides an interface of the network plugin",
    "NCCL also looks for a profiler in the network plugin's file. libnccl-net-lazy.so passes on "
    "profilers of the newest version that NCCL knows. NCCL does without others, with only a "
    "warning in its log.",
    "name the plugin's file in NCCL_PROFILER_PLUGIN", "docs/plugins/use.md")
{
    const struct lazynccl_net_interface *profiler =
        &lazynccl_net_interfaces[LAZYNCCL_NET_KIND_PROFILER];
    unsigned taken = plugin_interface_taken(profiler, conf_nccl_version(at->facts));
    const struct plugins *all = plugins_read(at->facts);
    const char *named = rule_setting(at, profiler->variable).value;

    /* NCCL looks in the network plugin's file only if no file is named, or none is there */
    if (named && *named && (*named != '/' || machine_has(at->machine, named)))
        return;
    for (size_t i = 0; i < all->count; i++) {
        const struct plugin *plugin = &all->list[i];
        unsigned bits = plugins_exports(plugin, profiler) & taken;
        char text[PLUGIN_VERSIONS_TEXT];

        if (!plugin->by_shim || !bits || bits >= taken - bits)
            continue; /* `bits` includes the newest version in `taken` */
        const char *path = machine_shown(at->machine, plugin->path);
        rule_add(at, "LN330", "NCCL does not get the profiler of %s", strings_base_name(path));
        rule_line(at, "%s (%s)", path, plugin->from);
        rule_line(at, "it exports %.*s %s", (int)strlen(profiler->symbol) - 2, profiler->symbol,
                  plugin_interface_versions_text(bits, text));
        OWNED(memory) char *word = strings_word(path);
        rule_help(at, "%s=%s", profiler->variable, word);
    }
}
