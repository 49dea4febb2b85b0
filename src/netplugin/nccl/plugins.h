/* Finds NCCL's network plugins: the names that a release tries, and the files that it finds.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "netplugin/nccl/conf.h"
#include "netplugin/nccl/plugin_interfaces.h"

/* A plugin that NCCL would try. NCCL_NET_PLUGIN may list several. */
struct plugin {
    char *name; /* from NCCL_NET_PLUGIN, or "libnccl-net.so" if it is unset */
    char *path; /* the file that NCCL would open, or NULL if not found */
    const char *from;     /* how the file was found, such as "LAZYNCCL_LIBPATH" */
    struct strings tried; /* the file names that were tried */
    int by_shim; /* 1 if libnccl-net-lazy.so opens it for NCCL, as LAZYNCCL_NET_PLUGIN says */
};

struct plugins {
    const char *value; /* the value of NCCL_NET_PLUGIN, or NULL if unset */
    char where[WHERE_SIZE];
    int none;            /* 1 if the value disables plugins or is not a plugin name */
    int is_static;       /* 1 if NCCL takes the value for the keyword for the main program */
    struct plugin *list; /* a plugin that the shim opens comes directly after the shim */
    size_t count;
};

/* Finds the plugins at the first call. */
const struct plugins *plugins_read(struct facts *);

/* Returns the versions of an interface that a plugin exports, or 0 if it exports none or was not
 * found. */
unsigned plugins_exports(const struct plugin *, const struct lazynccl_net_interface *);

/* Returns why a plugin file would not load: one line for each missing library, version or function,
 * or one line if the file is for another machine; none if the file would load. `*remedy` becomes
 * NULL for the usual remedy for a missing library. The path is without the sysroot. */
struct strings plugins_obstacles(struct machine *, const char *path, const char **remedy);

/* Returns which machine a file is for, if it is not this one, to be freed; otherwise NULL. */
char *plugins_other_machine(const struct machine *, const struct elf_file *);
