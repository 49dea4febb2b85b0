/* NCCL's network plugins: which names a release tries, and what it finds.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "netplugin/nccl/conf.h"
#include "netplugin/nccl/plugin_interfaces.h"

/* A plugin that NCCL would try; several where NCCL_NET_PLUGIN is a list. */
struct plugin {
    char *name; /* as in NCCL_NET_PLUGIN; "libnccl-net.so" if that is unset */
    char *path; /* as it is opened; NULL: not found */
    const char *from;
    struct strings tried; /* the names */
    int by_shim; /* 1: libnccl-net-lazy.so opens it for NCCL, which LAZYNCCL_NET_PLUGIN names */
};

struct plugins {
    const char *value; /* of NCCL_NET_PLUGIN; NULL: unset */
    char where[WHERE_SIZE];
    int none;            /* 1: the value means no plugin, or is not a plugin's name */
    int is_static;       /* 1: NCCL takes the value for the word that means the main program */
    struct plugin *list; /* each one that the shim opens right after the shim */
    size_t count;
};

/* Read at the first call. */
const struct plugins *plugins_read(struct facts *);

/* The versions of an interface that a plugin exports; 0: none, or the plugin is not found. */
unsigned plugins_exports(const struct plugin *, const struct lazynccl_net_interface *);

/* Why a plugin's file would not load: a line for each library, version or function that is missing,
 * or one that says that it is for another machine; and what to do, or NULL for what is to be done
 * where a library is missing. `lines` empty: it would load. The path is without the root. */
struct plugin_obstacles {
    struct strings lines;
    const char *remedy;
};
struct plugin_obstacles plugins_obstacles(struct machine *, const char *path);
void plugin_obstacles_free(struct plugin_obstacles *);

/* That a file is for another machine, to be freed; NULL: it is for this one. */
char *plugins_other_machine(const struct machine *, const struct elf_file *);
