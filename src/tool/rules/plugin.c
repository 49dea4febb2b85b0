/* Rules on NCCL's network plugins: LN301 to 310. `lazynccl plugin` finds the others of LN3xx.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "search/file_version.h"
#include "tool/nccl/plugins.h"
#include "tool/rules/rule.h"
#include "tool/linking/closure.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "2.28.9", for lines that name the NCCL in use. */
static const char *nccl_text(struct patient *patient, char text[LAZYNCCL_VERSION_TEXT])
{
    return lazynccl_version_text(facts_answer(patient, "nccl")->is, conf_nccl_version(patient),
                                 text);
}

static void evidence_setting(struct patient *patient, const struct plugins *all)
{
    if (all->value)
        findings_evidence(patient, "NCCL_NET_PLUGIN=%s (%s)", all->value, all->where);
}

static void evidence_plugin(struct patient *patient, const struct plugin *plugin)
{
    findings_evidence(patient, "%s (%s)", machine_shown(patient, plugin->path), plugin->from);
}

/* A path where only a name will do, or a list. */
static int is_misspelt(struct patient *patient, const struct plugins *all)
{
    return all->value && !all->none &&
           ((strchr(all->value, '/') && conf_nccl_between(patient, 21100, 22099)) ||
            (strchr(all->value, ',') && conf_nccl_between(patient, 21100, 22699)));
}

void rule_plugin_absent(struct patient *patient)
{
    struct plugins all = plugins_of(patient);

    for (size_t i = 0; i < all.count && all.value && !is_misspelt(patient, &all); i++) {
        if (all.list[i].path)
            continue;
        findings_add(patient, LN301, "there is no network plugin %s", all.list[i].name);
        evidence_setting(patient, &all);
        for (size_t t = 0; t < all.list[i].tried.count; t++)
            findings_evidence(patient, "%s: not where ld.so looks", all.list[i].tried.list[t]);
    }
    plugins_free(&all);
}

void rule_plugin_unloadable(struct patient *patient)
{
    struct plugins all = plugins_of(patient);

    for (size_t i = 0; i < all.count; i++) {
        struct strings lines = {NULL, 0};

        if (all.list[i].path)
            closure_missing(patient, machine_shown(patient, all.list[i].path), &lines);
        if (lines.count) {
            findings_add(patient, LN302, "%s will not load", strings_base_name(all.list[i].path));
            evidence_plugin(patient, &all.list[i]);
            for (size_t l = 0; l < lines.count; l++)
                findings_evidence(patient, "%s", lines.list[l]);
        }
        strings_free(&lines);
    }
    plugins_free(&all);
}

void rule_plugin_version(struct patient *patient)
{
    const struct plugin_interface *net = plugin_interface("net");
    struct plugins all = plugins_of(patient);
    unsigned taken = plugin_interface_taken(net, conf_nccl_version(patient));
    char has[PLUGIN_VERSIONS_TEXT], wants[PLUGIN_VERSIONS_TEXT], version[LAZYNCCL_VERSION_TEXT];

    for (size_t i = 0; i < all.count && taken; i++) {
        unsigned bits = all.list[i].path ? plugins_interfaces(all.list[i].path, net) : taken;

        if (bits & taken)
            continue;
        findings_add(patient, LN303, "NCCL %s takes none of %s's interfaces",
                     nccl_text(patient, version), strings_base_name(all.list[i].path));
        evidence_plugin(patient, &all.list[i]);
        findings_evidence(patient, "it has ncclNetPlugin %s; NCCL takes %s",
                          plugin_interface_versions_text(bits, has),
                          plugin_interface_versions_text(taken, wants));
    }
    plugins_free(&all);
}

void rule_plugin_spelling(struct patient *patient)
{
    struct plugins all = plugins_of(patient);
    char version[LAZYNCCL_VERSION_TEXT];

    if (is_misspelt(patient, &all)) {
        findings_add(patient, LN304, "NCCL %s looks for libnccl-net-%s.so",
                     nccl_text(patient, version), all.value);
        evidence_setting(patient, &all);
    }
    plugins_free(&all);
}

void rule_plugin_static(struct patient *patient)
{
    struct plugins all = plugins_of(patient);

    if (all.value && plugins_is_static(all.value) &&
        (!conf_nccl_version(patient) || conf_nccl_between(patient, 22200, 0))) {
        findings_add(patient, LN305, "NCCL opens the main program for NCCL_NET_PLUGIN=%s",
                     all.value);
        evidence_setting(patient, &all);
    }
    plugins_free(&all);
}

void rule_plugin_crash(struct patient *patient)
{
    const struct plugin_interface *net = plugin_interface("net");
    struct plugins all = plugins_of(patient);
    char has[PLUGIN_VERSIONS_TEXT], version[LAZYNCCL_VERSION_TEXT];

    for (size_t i = 0; i < all.count && conf_nccl_between(patient, 22803, 22906); i++) {
        unsigned bits = all.list[i].path ? plugins_interfaces(all.list[i].path, net) : 0;

        if (bits >> 11 || !(bits >> 6))
            continue;
        findings_add(patient, LN306, "NCCL %s crashes if %s fails to start",
                     nccl_text(patient, version), strings_base_name(all.list[i].path));
        evidence_plugin(patient, &all.list[i]);
        findings_evidence(patient, "it has ncclNetPlugin %s, and no v11",
                          plugin_interface_versions_text(bits, has));
    }
    plugins_free(&all);
}

void rule_plugin_forgotten(struct patient *patient)
{
    const struct plugin_interface *net = plugin_interface("net");
    struct plugins all = plugins_of(patient);
    char version[LAZYNCCL_VERSION_TEXT], where[WHERE_SIZE];

    if (all.value && all.count && all.list[0].path && conf_nccl_between(patient, 22803, 22907) &&
        (plugins_interfaces(all.list[0].path, net) &
         plugin_interface_taken(net, conf_nccl_version(patient))) &&
        !conf_variable(patient, "NCCL_NET_PLUGIN_REF_COUNT", where)) {
        findings_add(patient, LN307, "NCCL %s forgets %s after the last communicator",
                     nccl_text(patient, version), strings_base_name(all.list[0].path));
        evidence_setting(patient, &all);
        evidence_plugin(patient, &all.list[0]);
    }
    plugins_free(&all);
}

void rule_plugin_unasked(struct patient *patient)
{
    struct plugins all = plugins_of(patient);

    if (!all.value && all.list[0].path) {
        findings_add(patient, LN308, "NCCL loads %s, which nobody asked for",
                     strings_base_name(all.list[0].path));
        evidence_plugin(patient, &all.list[0]);
    }
    plugins_free(&all);
}

void rule_plugin_twice(struct patient *patient)
{
    struct plugins all = plugins_of(patient);

    for (size_t i = 0; i < all.count; i++) {
        struct strings paths = {NULL, 0};

        if (all.list[i].path && strcmp(all.list[i].from, "its path") != 0)
            linker_each(patient, NULL, strings_base_name(all.list[i].path), &paths);
        if (paths.count > 1) {
            findings_add(patient, LN309, "there are %zu files %s", paths.count,
                         strings_base_name(all.list[i].path));
            for (size_t p = 0; p < paths.count; p++)
                findings_evidence(patient, "%s%s", machine_shown(patient, paths.list[p]),
                                  p ? "" : " is the first");
        }
        strings_free(&paths);
    }
    plugins_free(&all);
}

void rule_plugin_gin(struct patient *patient)
{
    const struct plugin_interface *gin = plugin_interface("gin");
    struct plugins all = plugins_of(patient);
    unsigned taken = plugin_interface_taken(gin, conf_nccl_version(patient));
    char has[PLUGIN_VERSIONS_TEXT], version[LAZYNCCL_VERSION_TEXT];

    for (size_t i = 0; i < all.count && taken; i++) {
        unsigned bits = all.list[i].path ? plugins_interfaces(all.list[i].path, gin) : 0;

        if (!bits || bits >= (taken & -taken)) /* not all are older than what is taken */
            continue;
        findings_add(patient, LN310, "NCCL %s takes no GIN interface of %s",
                     nccl_text(patient, version), strings_base_name(all.list[i].path));
        evidence_plugin(patient, &all.list[i]);
        findings_evidence(patient, "it has ncclGinPlugin %s",
                          plugin_interface_versions_text(bits, has));
    }
    plugins_free(&all);
}
