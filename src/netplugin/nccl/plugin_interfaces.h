/* The interfaces of NCCL's plugins: what a file exports, and which NCCL takes which version.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/files/elf.h"
#include "netplugin/core/net.h"

/* Versions are bits: 1u << N. Those that a file exports, and that a release of NCCL takes. */
unsigned plugin_interface_exports(const struct lazynccl_net_interface *, const struct elf_file *);
unsigned plugin_interface_taken(const struct lazynccl_net_interface *, int nccl);

/* The versions that a file exports and lazynccl can call; `only`: none but this, or 0. */
unsigned plugin_interface_callable(const struct lazynccl_net_interface *, const struct elf_file *,
                                   int only);

/* What the symbol of an exported version's table says against it. */
enum plugin_table {
    PLUGIN_TABLE_FITS,
    PLUGIN_TABLE_SHORT,   /* the table has fewer bytes than its version wants: it is another's */
    PLUGIN_TABLE_UNKNOWN, /* the symbol is a function or a thread's variable, or has no size */
};
#define PLUGIN_TABLE_TEXT 120
enum plugin_table plugin_interface_table(const struct lazynccl_net_interface *,
                                         const struct elf_file *, int version,
                                         char text[PLUGIN_TABLE_TEXT]);

/* A range of NCCL's releases; `last` 0: up to the newest that is known. */
struct plugin_span {
    int first, last;
};
#define PLUGIN_SPANS 16

/* The releases that take one of these versions, oldest first, adjacent ranges joined. Returns how
 * many ranges. */
int plugin_interface_served(const struct lazynccl_net_interface *, unsigned versions,
                            struct plugin_span[PLUGIN_SPANS]);

/* "v6, v7, v8"; "none" */
#define PLUGIN_VERSIONS_TEXT 200
const char *plugin_interface_versions_text(unsigned versions, char text[PLUGIN_VERSIONS_TEXT]);
