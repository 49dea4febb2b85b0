/* The profilers that NCCL's calls go to, each in its own version.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_NETPLUGIN_LAZY_PROFILER_H
#define LAZYNCCL_NETPLUGIN_LAZY_PROFILER_H

#include "netplugin/core/net.h"
#include "netplugin/lazy/profiler_versions.h"

/* An event in the newest form, and what only old versions have. */
struct lazynccl_profiler_seen {
    struct lazynccl_profiler_event event;
    const char *old_name; /* before v4: of the communicator */
    uint64_t old_hash;
    size_t traffic;                      /* before v3 */
    struct lazynccl_profiler_coll_v1 v1; /* of an NCCL that calls v1 */
};

void lazynccl_profiler_read(int version, const struct lazynccl_profiler_event *,
                            struct lazynccl_profiler_seen *);
void lazynccl_profiler_write(int version, const struct lazynccl_profiler_seen *,
                             struct lazynccl_profiler_event *);

/* The types of events that a version has, and whether a state means the same to both. */
uint64_t lazynccl_profiler_types(int version);
int lazynccl_profiler_knows(int caller, int version, int state);

/* What NCCL tells of a communicator; members that its version lacks are zeros. */
struct lazynccl_profiler_communicator {
    uint64_t id;
    const char *name;
    int nodes, ranks, rank;
    lazynccl_net_log log;
};

/* A call of NCCL's, which calls version `caller`. Profilers that fail are left out: each of these
 * succeeds. */
int lazynccl_profiler_begin(int caller, const struct lazynccl_profiler_communicator *, int *mask,
                            void **ctx);
int lazynccl_profiler_start(int caller, void *ctx, void **event,
                            const struct lazynccl_profiler_event *);
int lazynccl_profiler_record(int caller, void *event, int state, union lazynccl_profiler_state *);
int lazynccl_profiler_stop(void *event);
int lazynccl_profiler_end(void *ctx);

/* Finds the profilers; a table with our own stopEvent is not taken: LAZYNCCL_PROFILER_PLUGIN's, or
 * the network plugin's file's. */
#define LAZYNCCL_PROFILERS 4
struct lazynccl_profiler_file {
    const struct lazynccl_profiler *table;
    int version;
};
int lazynccl_profiler_find(int caller, int (*own_stop)(void *),
                           struct lazynccl_profiler_file found[LAZYNCCL_PROFILERS]);

#endif
