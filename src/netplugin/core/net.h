/* A network plugin between the version that NCCL calls and the version that the plugin has.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 *     NCCL's vV call ─ net_callers.c (made) → core.c ─ net_reals.c (made) → the plugin's vR table
 *
 * What lies between is one form, struct lazynccl_net_operations, so that a version needs two
 * adapters and not one for each other version. */
#ifndef LAZYNCCL_NETPLUGIN_CORE_NET_H
#define LAZYNCCL_NETPLUGIN_CORE_NET_H

#include "net_operations.h"

#define LAZYNCCL_NET_PUBLIC __attribute__((visibility("default")))

/* The two sides of a call; each canonical operation has it first. Constant while it is used. */
struct lazynccl_net_real {
    const void *table; /* the plugin's struct lazynccl_net_vN */
    int version;       /* its N */
    int caller;        /* the version that NCCL calls; 0: somebody else calls */
    /* Told in one line why an adapter refuses a call: operation, what is wrong, both versions. The
     * call then returns LAZYNCCL_NET_INVALID_USAGE. */
    void (*fault)(const struct lazynccl_net_real *, const char *text);
};

/* Fills in the operations that a plugin's table has; NULL: that version or that plugin has none.
 * Returns 0, or -1 if no adapters are made for the version. Needs nothing but convert.c. */
int lazynccl_net_operations_of(int version, const void *table, struct lazynccl_net_operations *);
int lazynccl_collnet_operations_of(int version, const void *table,
                                   struct lazynccl_collnet_operations *);

/* An operation without which NCCL cannot work and which a plugin lacks; or NULL. */
const char *lazynccl_net_lacks(const struct lazynccl_net_operations *);
const char *lazynccl_collnet_lacks(const struct lazynccl_collnet_operations *);

/* What the tables that NCCL calls are made of: the core, and their name, final before NCCL sees
 * it. The core has every operation. */
extern const struct lazynccl_net_operations lazynccl_net_core;
extern const struct lazynccl_collnet_operations lazynccl_collnet_core;
extern char lazynccl_net_name[128];
extern struct lazynccl_net_real lazynccl_net_sides[]; /* by `caller` */
extern struct lazynccl_net_real lazynccl_collnet_sides[];

/* The plugin's operations, all NULL until its init has succeeded once. Written under the core's
 * lock, before NCCL has anything to call them with. */
extern struct lazynccl_net_operations lazynccl_net_plugin;
extern struct lazynccl_collnet_operations lazynccl_collnet_plugin;

/* The versions, and the NCCL releases (22809 for 2.28.9) that look them up; last: 0 if the newest
 * that is known still does. Oldest first, from before LAZYNCCL_NET_OLDEST on. */
struct lazynccl_net_version {
    int number, first, last;
};
extern const struct lazynccl_net_version lazynccl_net_versions[];
extern const int lazynccl_net_versions_count;

/* Names that NCCL_NET may have without meaning a plugin; and plugins of several names, a row each,
 * where '*' stands for any end. All lists end with NULL. */
extern const char *const lazynccl_net_own_networks[];
extern const char *const *const lazynccl_net_aliases[];

#endif
