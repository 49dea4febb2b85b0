/* Finds the plugin interfaces that a file exports, and the versions that an NCCL release uses.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/files/elf.h"
#include "netplugin/core/net.h"

/* Return the versions that a file exports or that an NCCL release uses, as bits: 1u << N. */
unsigned plugin_interface_exports(const struct lazynccl_net_interface *, const struct elf_file *);
unsigned plugin_interface_taken(const struct lazynccl_net_interface *, int nccl);

/* Returns the versions that a file exports and lazynccl can call. `only` restricts them to one
 * version, unless it is 0. */
unsigned plugin_interface_callable(const struct lazynccl_net_interface *, const struct elf_file *,
                                   int only);

/* Whether the symbol of a table fits the version in its name. */
enum plugin_table {
    PLUGIN_TABLE_FITS,
    PLUGIN_TABLE_SHORT,   /* the table is smaller than in its version and must be of another one */
    PLUGIN_TABLE_UNKNOWN, /* the symbol is a function or a thread-local variable, or has no size */
};
#define PLUGIN_TABLE_TEXT 120
enum plugin_table plugin_interface_table(const struct lazynccl_net_interface *,
                                         const struct elf_file *, int version,
                                         char text[PLUGIN_TABLE_TEXT]);

/* A range of NCCL releases. If `last` is 0, it ends with the newest known release. */
struct plugin_span {
    int first, last;
};
#define PLUGIN_SPANS 16

/* Lists the releases that use one of these versions, oldest first, with adjacent ranges joined.
 * Returns the number of ranges. */
int plugin_interface_served(const struct lazynccl_net_interface *, unsigned versions,
                            struct plugin_span[PLUGIN_SPANS]);

/* Returns a text such as "v6, v7, v8", or "none". */
#define PLUGIN_VERSIONS_TEXT 200
const char *plugin_interface_versions_text(unsigned versions, char text[PLUGIN_VERSIONS_TEXT]);
