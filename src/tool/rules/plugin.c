/* Rules on NCCL's network plugins: LN301 to 310. `lazynccl plugin` finds the others of LN3xx.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "search/file_version.h"
#include "tool/linking/closure.h"
#include "tool/nccl/plugins.h"
#include "tool/rules/rule.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "2.28.9", for lines that name the NCCL in use. */
static const char *nccl_text(struct examination *at, char text[LAZYNCCL_VERSION_TEXT])
{
    return lazynccl_version_text(facts_answer(at->facts, "nccl")->is, conf_nccl_version(at->facts),
                                 text);
}

static void evidence_setting(struct examination *at, const struct plugins *all)
{
    if (all->value)
        findings_evidence(at->findings, "NCCL_NET_PLUGIN=%s (%s)", all->value, all->where);
}

static void evidence_plugin(struct examination *at, const struct plugin *plugin)
{
    findings_evidence(at->findings, "%s (%s)", machine_shown(at->machine, plugin->path),
                      plugin->from);
}

/* A path where only a name will do, or a list. */
static int is_misspelt(struct examination *at, const struct plugins *all)
{
    return all->value && !all->none &&
           ((strchr(all->value, '/') && conf_nccl_between(at->facts, 21100, 22099)) ||
            (strchr(all->value, ',') && conf_nccl_between(at->facts, 21100, 22699)));
}

FINDING(LN301, "plugin-not-found", WARNING,
        "the network plugin that NCCL_NET_PLUGIN names is not found",
        "NCCL goes on without it and uses InfiniBand or sockets, often at a fraction of the speed; "
        "one line of NCCL_DEBUG=INFO tells. From 2.21 a value is tried as it stands and as "
        "libnccl-net-VALUE.so, before that as the latter alone.",
        "NCCL_NET_PLUGIN=/the/whole/path, or LD_LIBRARY_PATH=the plugin's folder",
        "NCCL 2.28.9 src/plugin/plugin_open.cc, NVIDIA/nccl#1231")
{
    struct plugins all = plugins_of(at->facts);

    for (size_t i = 0; i < all.count && all.value && !is_misspelt(at, &all); i++) {
        if (all.list[i].path)
            continue;
        findings_add(at->findings, "LN301", "there is no network plugin %s", all.list[i].name);
        evidence_setting(at, &all);
        for (size_t t = 0; t < all.list[i].tried.count; t++)
            findings_evidence(at->findings, "%s: not where ld.so looks", all.list[i].tried.list[t]);
    }
    plugins_free(&all);
}

FINDING(LN302, "plugin-does-not-load", WARNING,
        "the network plugin cannot be loaded: something that it needs is not there",
        "A library that it needs is missing, or too old for a version that it wants. NCCL goes on "
        "with its own networks.",
        "install the library, or put its folder into LD_LIBRARY_PATH",
        "NCCL 2.28.9 src/plugin/plugin_open.cc, NVIDIA/nccl#1231")
{
    struct plugins all = plugins_of(at->facts);

    for (size_t i = 0; i < all.count; i++) {
        struct strings lines = {NULL, 0};

        if (all.list[i].path)
            closure_missing(at->machine, machine_shown(at->machine, all.list[i].path), &lines);
        if (lines.count) {
            findings_add(at->findings, "LN302", "%s will not load",
                         strings_base_name(all.list[i].path));
            evidence_plugin(at, &all.list[i]);
            for (size_t l = 0; l < lines.count; l++)
                findings_evidence(at->findings, "%s", lines.list[l]);
        }
        strings_free(&lines);
    }
    plugins_free(&all);
}

FINDING(LN303, "plugin-version-not-taken", WARNING,
        "the network plugin has no interface that this NCCL takes",
        "Each NCCL takes the interfaces ncclNetPlugin_vN of a range of N. A plugin outside of it "
        "is `unsupported`, and NCCL goes on with its own networks.",
        "install the plugin for this NCCL, or the NCCL that the plugin was made for",
        "NVIDIA/nccl#513, NVIDIA/nccl#1292")
{
    const struct plugin_interface *net = plugin_interface("net");
    struct plugins all = plugins_of(at->facts);
    unsigned taken = plugin_interface_taken(net, conf_nccl_version(at->facts));
    char has[PLUGIN_VERSIONS_TEXT], wants[PLUGIN_VERSIONS_TEXT], version[LAZYNCCL_VERSION_TEXT];

    for (size_t i = 0; i < all.count && taken; i++) {
        unsigned bits = all.list[i].path ? plugins_interfaces(all.list[i].path, net) : taken;

        if (bits & taken)
            continue;
        findings_add(at->findings, "LN303", "NCCL %s takes none of %s's interfaces",
                     nccl_text(at, version), strings_base_name(all.list[i].path));
        evidence_plugin(at, &all.list[i]);
        findings_evidence(at->findings, "it has ncclNetPlugin %s; NCCL takes %s",
                          plugin_interface_versions_text(bits, has),
                          plugin_interface_versions_text(taken, wants));
    }
    plugins_free(&all);
}

FINDING(LN304, "plugin-spelling", WARNING,
        "NCCL_NET_PLUGIN has a form that this NCCL does not know",
        "Up to 2.20 a value is only the middle of a name: /a/b.so becomes libnccl-net-/a/b.so.so. "
        "Lists are understood from 2.27 on.",
        "give what this release takes: a name up to 2.20, one file up to 2.26",
        "NCCL 2.28.9 src/plugin/net.cc; measured with 2.14 to 2.28")
{
    struct plugins all = plugins_of(at->facts);
    char version[LAZYNCCL_VERSION_TEXT];

    if (is_misspelt(at, &all)) {
        findings_add(at->findings, "LN304", "NCCL %s looks for libnccl-net-%s.so",
                     nccl_text(at, version), all.value);
        evidence_setting(at, &all);
    }
    plugins_free(&all);
}

FINDING(LN305, "plugin-taken-for-static", WARNING, "NCCL_NET_PLUGIN is taken for STATIC_PLUGIN",
        "From 2.22 any beginning of that word, in capitals or not, opens the main program in place "
        "of a plugin; NCCL finds none there and goes on with its own networks.",
        "use another name: the whole path of the plugin", "NCCL 2.28.9 src/plugin/plugin_open.cc")
{
    struct plugins all = plugins_of(at->facts);

    if (all.value && plugins_is_static(all.value) &&
        (!conf_nccl_version(at->facts) || conf_nccl_between(at->facts, 22200, 0))) {
        findings_add(at->findings, "LN305", "NCCL opens the main program for NCCL_NET_PLUGIN=%s",
                     all.value);
        evidence_setting(at, &all);
    }
    plugins_free(&all);
}

FINDING(LN306, "plugin-failure-crashes", WARNING,
        "this NCCL crashes when the network plugin fails to start",
        "2.28.3 to 2.29.3 call the plugin's finalize through a null pointer if its init fails and "
        "it has no interface v11. The process ends with SIGSEGV, often without a line. Mended in "
        "2.29.7.",
        "update NCCL to 2.29.7 or later, or the plugin to one with v11",
        "NCCL 2.28.9 src/plugin/net.cc, NVIDIA/nccl#2159")
{
    const struct plugin_interface *net = plugin_interface("net");
    struct plugins all = plugins_of(at->facts);
    char has[PLUGIN_VERSIONS_TEXT], version[LAZYNCCL_VERSION_TEXT];

    for (size_t i = 0; i < all.count && conf_nccl_between(at->facts, 22803, 22906); i++) {
        unsigned bits = all.list[i].path ? plugins_interfaces(all.list[i].path, net) : 0;

        if (bits >> 11 || !(bits >> 6))
            continue;
        findings_add(at->findings, "LN306", "NCCL %s crashes if %s fails to start",
                     nccl_text(at, version), strings_base_name(all.list[i].path));
        evidence_plugin(at, &all.list[i]);
        findings_evidence(at->findings, "it has ncclNetPlugin %s, and no v11",
                          plugin_interface_versions_text(bits, has));
    }
    plugins_free(&all);
}

FINDING(LN307, "plugin-forgotten", WARNING,
        "this NCCL forgets the network plugin after the last communicator",
        "2.28.3 to 2.29.7 unload a plugin with the last communicator and lose its name: later "
        "communicators silently get sockets.",
        "NCCL_NET_PLUGIN_REF_COUNT=1", "NVIDIA/nccl#1978")
{
    const struct plugin_interface *net = plugin_interface("net");
    struct plugins all = plugins_of(at->facts);
    char version[LAZYNCCL_VERSION_TEXT], where[WHERE_SIZE];

    if (all.value && all.count && all.list[0].path && conf_nccl_between(at->facts, 22803, 22907) &&
        (plugins_interfaces(all.list[0].path, net) &
         plugin_interface_taken(net, conf_nccl_version(at->facts))) &&
        !conf_variable(at->facts, "NCCL_NET_PLUGIN_REF_COUNT", where)) {
        findings_add(at->findings, "LN307", "NCCL %s forgets %s after the last communicator",
                     nccl_text(at, version), strings_base_name(all.list[0].path));
        evidence_setting(at, &all);
        evidence_plugin(at, &all.list[0]);
    }
    plugins_free(&all);
}

FINDING(LN308, "plugin-unrequested", NOTE, "NCCL loads a network plugin that nobody asked for",
        "Without NCCL_NET_PLUGIN it opens libnccl-net.so wherever the dynamic linker finds it; "
        "HPC-X and images of cloud providers bring one.",
        "NCCL_NET_PLUGIN=none, from NCCL 2.28 on, if it is not wanted", "coreweave/nccl-tests#84")
{
    struct plugins all = plugins_of(at->facts);

    if (!all.value && all.list[0].path) {
        findings_add(at->findings, "LN308", "NCCL loads %s, which nobody asked for",
                     strings_base_name(all.list[0].path));
        evidence_plugin(at, &all.list[0]);
    }
    plugins_free(&all);
}

FINDING(LN309, "plugin-twice", WARNING, "several folders have a network plugin of one name",
        "Which of them NCCL gets depends on the order of the folders alone.",
        "NCCL_NET_PLUGIN=/the/whole/path", "coreweave/nccl-tests#100")
{
    struct plugins all = plugins_of(at->facts);

    for (size_t i = 0; i < all.count; i++) {
        struct strings paths = {NULL, 0};

        if (all.list[i].path && strcmp(all.list[i].from, "its path") != 0)
            linker_list(at->machine, NULL, strings_base_name(all.list[i].path), &paths);
        if (paths.count > 1) {
            findings_add(at->findings, "LN309", "there are %zu files %s", paths.count,
                         strings_base_name(all.list[i].path));
            for (size_t p = 0; p < paths.count; p++)
                findings_evidence(at->findings, "%s%s", machine_shown(at->machine, paths.list[p]),
                                  p ? "" : " is the first");
        }
        strings_free(&paths);
    }
    plugins_free(&all);
}

FINDING(LN310, "plugin-gin-dropped", WARNING, "this NCCL has dropped the plugin's GIN interface",
        "ncclGinPlugin_v11 and _v12 were taken up to 2.30.4 and no longer: transfers that the "
        "device starts are lost.",
        "update the plugin to one with ncclGinPlugin_v13 or later",
        "the interfaces that NCCL 2.30.4 and 2.30.7 look up")
{
    const struct plugin_interface *gin = plugin_interface("gin");
    struct plugins all = plugins_of(at->facts);
    unsigned taken = plugin_interface_taken(gin, conf_nccl_version(at->facts));
    char has[PLUGIN_VERSIONS_TEXT], version[LAZYNCCL_VERSION_TEXT];

    for (size_t i = 0; i < all.count && taken; i++) {
        unsigned bits = all.list[i].path ? plugins_interfaces(all.list[i].path, gin) : 0;

        if (!bits || bits >= (taken & -taken)) /* not all are older than what is taken */
            continue;
        findings_add(at->findings, "LN310", "NCCL %s takes no GIN interface of %s",
                     nccl_text(at, version), strings_base_name(all.list[i].path));
        evidence_plugin(at, &all.list[i]);
        findings_evidence(at->findings, "it has ncclGinPlugin %s",
                          plugin_interface_versions_text(bits, has));
    }
    plugins_free(&all);
}
