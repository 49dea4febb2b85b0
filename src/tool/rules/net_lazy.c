/* The rule on what NCCL loses through libnccl-net-lazy.so: LN330.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/rules/rule.h"

/* Returns 1 if the variable names a file or disables the plugin. Otherwise, and if the file does
 * not exist, NCCL looks in the network plugin's file. */
static int names_file(struct examination *at, const char *variable)
{
    const char *value = setting_of(at, variable).value;

    return value && *value && (*value != '/' || machine_has(at->machine, value));
}

FINDING(LN330, "plugin-table-lost", WARNING,
        "libnccl-net-lazy.so hides an interface of the network plugin",
        "NCCL also looks for GIN and RMA in the network plugin's file. libnccl-net-lazy.so passes "
        "on networks, tuners and profilers, but not these two: NCCL then does without them, with "
        "only a warning in its log.",
        "name the plugin's file in NCCL_GIN_PLUGIN or NCCL_RMA_PLUGIN", "docs/plugins/use.md")
{
    const struct plugins *all = plugins_read(at->facts);
    int nccl = conf_nccl_version(at->facts);

    for (size_t i = 0; i < all->count; i++)
        for (int n = 0; n < LAZYNCCL_NET_KINDS; n++) {
            const struct plugin *plugin = &all->list[i];
            const struct lazynccl_net_interface *each = &lazynccl_net_interfaces[n];
            unsigned bits = plugins_exports(plugin, each) & plugin_interface_taken(each, nccl);
            char text[PLUGIN_VERSIONS_TEXT];

            if (!plugin->by_shim || !each->other || !bits || names_file(at, each->variable))
                continue;
            const char *path = machine_shown(at->machine, plugin->path);
            rule_add(at, "LN330", "NCCL does not get the %s of %s", each->other,
                     strings_base_name(path));
            rule_line(at, "%s (%s)", path, plugin->from);
            rule_line(at, "it exports %.*s %s", (int)strlen(each->symbol) - 2, each->symbol,
                      plugin_interface_versions_text(bits, text));
            rule_help(at, "%s=%s", each->variable, path);
        }
}
