/* NCCL's network plugins: which names a release tries, and which interfaces it takes.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_PLUGIN_H
#define LAZYNCCL_TOOL_PLUGIN_H

#include "conf.h"

/* A plugin that NCCL would try; several where NCCL_NET_PLUGIN is a list. */
struct plugin {
    char *name; /* as NCCL_NET_PLUGIN says it; "libnccl-net.so" if it says nothing */
    char *path; /* as it is opened; NULL: not found */
    const char *from;
    struct texts tried; /* the names */
};

struct plugins {
    const char *value; /* of NCCL_NET_PLUGIN; NULL: unset */
    char where[WHERE_SIZE];
    int none; /* 1: NCCL is told to take none, or what it is told is no plugin's name */
    struct plugin *list;
    size_t count;
};

struct plugins plugins_of(struct patient *);
void plugins_free(struct plugins *);

/* 1 if NCCL 2.22 or later takes the value for the word that means the main program. */
int plugin_is_static(const char *value);

/* A bit for each N of the symbols that a plugin exports: "ncclNetPlugin_v", "ncclGinPlugin_v". */
unsigned plugin_interfaces(const char *path, const char *symbol);

/* The same for those that a release of NCCL takes. */
unsigned nccl_net_interfaces(int version);

#endif
