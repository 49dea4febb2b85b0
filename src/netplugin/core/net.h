/* Converts between the version that NCCL calls and the version of a network plugin.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 *     NCCL's vV call → net_callers.c (generated) → core.c → net_reals.c (generated) → vR table
 *
 * Both sides use one canonical form, struct lazynccl_net_operations, so that each version needs two
 * adapters, and not one for each other version. */
#pragma once

#include "net_operations.h"

#define LAZYNCCL_NET_PUBLIC __attribute__((visibility("default")))

/* The two sides of a call, passed as the first parameter of every canonical operation. Constant
 * during use. */
struct lazynccl_net_real {
    const void *table; /* the plugin's struct lazynccl_net_vN */
    int version;       /* the N of its version */
    int caller;        /* the version that NCCL calls, or 0 if the caller is not NCCL */
    /* Gets one line that says why an adapter rejects a call: the operation, the fault and both
     * versions. The call then returns LAZYNCCL_NET_INVALID_USAGE. */
    void (*fault)(const struct lazynccl_net_real *, const char *text);
};

/* Fills in the operations of a plugin's table, or NULL if the version or the plugin lacks one.
 * Returns 0, or -1 for a version without adapters. Needs only convert.c. */
int lazynccl_net_operations_of(int version, const void *table, struct lazynccl_net_operations *);

/* Returns the name of an operation that NCCL requires and the plugin lacks, after `skip` others, or
 * NULL. */
const char *lazynccl_net_missing(const struct lazynccl_net_operations *, int skip);

/* The contents of the tables that NCCL calls: the core, which has every operation, and the name,
 * which is set before NCCL reads it. */
extern LAZYNCCL_NET_HIDDEN const struct lazynccl_net_operations lazynccl_net_core;
extern LAZYNCCL_NET_HIDDEN char lazynccl_net_name[128];
extern LAZYNCCL_NET_HIDDEN struct lazynccl_net_real lazynccl_net_sides[]; /* indexed by `caller` */

/* The plugin's operations, all NULL until its init has succeeded once. Written under the core's
 * lock, before NCCL can call them. */
extern LAZYNCCL_NET_HIDDEN struct lazynccl_net_operations lazynccl_net_plugin;

/* The versions, oldest first, including some before LAZYNCCL_NET_OLDEST, and the NCCL releases
 * (22809 for 2.28.9) that look them up. `last` is 0 if the newest known release still does. The
 * last row is zero. */
struct lazynccl_net_version {
    int number, first, last;
    int size; /* bytes of the table on 64-bit machines, or 0 if unknown */
};
extern const struct lazynccl_net_version lazynccl_net_versions[], lazynccl_collnet_versions[],
    lazynccl_tuner_versions[], lazynccl_profiler_versions[], lazynccl_env_versions[],
    lazynccl_gin_versions[], lazynccl_rma_versions[];

/* The interfaces of all NCCL plugins. */
enum lazynccl_net_kind {
    LAZYNCCL_NET_KIND_NET,
    LAZYNCCL_NET_KIND_COLLNET,
    LAZYNCCL_NET_KIND_TUNER,
    LAZYNCCL_NET_KIND_PROFILER,
    LAZYNCCL_NET_KIND_ENV,
    LAZYNCCL_NET_KIND_GIN,
    LAZYNCCL_NET_KIND_RMA,
    LAZYNCCL_NET_KINDS
};
struct lazynccl_net_interface {
    enum lazynccl_net_kind kind;
    const char *name;     /* "net" */
    const char *symbol;   /* symbol of version N, without the N: "ncclNetPlugin_v" */
    const char *variable; /* environment variable that names the plugin file to NCCL */
    const char *other;    /* "GIN" if NCCL also looks for this plugin in a network plugin's file
                             and lazynccl has no adapters for it, or NULL */
    int oldest;           /* the first version that `plugin check` tries, or 0 */
    const struct lazynccl_net_version *versions;
};
extern const struct lazynccl_net_interface lazynccl_net_interfaces[LAZYNCCL_NET_KINDS];

/* The values of NCCL_NET that do not name a plugin; and a list of names for each plugin that has
 * several, where a final '*' matches anything. All lists end with NULL. */
extern const char *const lazynccl_net_own_networks[];
extern const char *const *const lazynccl_net_aliases[];
