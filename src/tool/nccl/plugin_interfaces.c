/* The interfaces of NCCL's plugins; those of networks come from their description in stubs/.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/nccl/plugin_interfaces.h"
#include "search/folder.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS(...)                                                                                  \
    (const struct lazynccl_net_version[]){__VA_ARGS__}, &(const int)                               \
    {                                                                                              \
        sizeof((const struct lazynccl_net_version[]){__VA_ARGS__}) /                               \
            sizeof(struct lazynccl_net_version)                                                    \
    }
#define NET lazynccl_net_versions, &lazynccl_net_versions_count

/* Rows: version, the first release that looks it up, the last. CollNet has net's. */
const struct plugin_interface plugin_interface_list[] = {
    {"net", "ncclNetPlugin_v", NET},
    {"collnet", "ncclCollNetPlugin_v", NET},
    {"tuner", "ncclTunerPlugin_v",
     ROWS({1, 21901, 22005}, {2, 22105, 0}, {3, 22203, 0}, {4, 22403, 0}, {5, 22803, 0},
          {6, 23003, 0})},
    {"profiler", "ncclProfiler_v",
     ROWS({1, 22304, 0}, {2, 22403, 0}, {3, 22602, 0}, {4, 22703, 0}, {5, 22803, 0}, {6, 22902, 0},
          {7, 23102, 0})},
    {"env", "ncclEnvPlugin_v", ROWS({1, 22807, 0}, {2, 23007, 0})},
    {"gin", "ncclGinPlugin_v",
     ROWS({11, 22807, 23004}, {12, 22907, 23004}, {13, 23003, 0}, {14, 23007, 0})},
    {"rma", "ncclRmaPlugin_v",
     ROWS({13, 23003, 0}, {14, 23007, 0}, {15, 23102, 0}, {16, 23203, 0})},
};
const int plugin_interface_count = sizeof plugin_interface_list / sizeof *plugin_interface_list;

const struct plugin_interface *plugin_interface(const char *name)
{
    for (int i = 0; i < plugin_interface_count; i++)
        if (strcmp(plugin_interface_list[i].name, name) == 0)
            return &plugin_interface_list[i];
    return NULL;
}

unsigned plugin_interface_exports(const struct plugin_interface *kind, const struct elf_file *file)
{
    size_t length = strlen(kind->symbol);
    unsigned bits = 0;

    for (size_t i = 0; i < file->symbol_count; i++) {
        const char *number = file->symbols[i].name + length;

        if (!file->symbols[i].defined || strncmp(file->symbols[i].name, kind->symbol, length) != 0)
            continue;
        int n = lazynccl_number(&number);
        if (n > 0 && n < 32 && !*number)
            bits |= 1u << n;
    }
    return bits;
}

unsigned plugin_interface_taken(const struct plugin_interface *kind, int nccl)
{
    unsigned bits = 0;

    for (int i = 0; i < *kind->count; i++)
        if (nccl >= kind->versions[i].first &&
            (!kind->versions[i].last || nccl <= kind->versions[i].last))
            bits |= 1u << kind->versions[i].number;
    return bits;
}

unsigned plugin_interface_callable(const struct elf_file *file, int only)
{
    unsigned bits = 0;

    for (int n = LAZYNCCL_NET_OLDEST; n <= LAZYNCCL_NET_NEWEST; n++)
        bits |= !only || n == only ? 1u << n : 0;
    return bits & plugin_interface_exports(plugin_interface("net"), file);
}

int plugin_interface_served(const struct plugin_interface *kind, unsigned versions,
                            struct plugin_span spans[PLUGIN_SPANS])
{
    int count = 0;

    /* the rows are ordered by first release */
    for (int i = 0; i < *kind->count; i++) {
        const struct lazynccl_net_version *row = &kind->versions[i];
        struct plugin_span *last = count ? &spans[count - 1] : NULL;

        if (!(versions >> row->number & 1))
            continue;
        if (last && (!last->last || row->first <= last->last)) {
            if (last->last && (!row->last || row->last > last->last))
                last->last = row->last;
        } else if (count < PLUGIN_SPANS) {
            spans[count++] = (struct plugin_span){row->first, row->last};
        }
    }
    return count;
}

const char *plugin_interface_versions_text(unsigned versions, char text[PLUGIN_VERSIONS_TEXT])
{
    *text = '\0';
    for (int n = 0; n < 32; n++)
        if (versions >> n & 1)
            snprintf(text + strlen(text), PLUGIN_VERSIONS_TEXT - strlen(text), "%sv%d",
                     *text ? ", " : "", n);
    return *text ? text : "none";
}
