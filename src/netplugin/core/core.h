/* The core, between the tables that NCCL calls and the plugin's own table.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_NETPLUGIN_CORE_CORE_H
#define LAZYNCCL_NETPLUGIN_CORE_CORE_H

#include "netplugin/core/log.h"
#include "netplugin/core/net.h"
#include "netplugin/core/setting.h"

/* Where the plugin is. Its strings are never freed. */
struct lazynccl_net_source {
    const void *table;
    int version;
    const char *path;    /* for messages */
    const char *details; /* what was tried, line by line; or NULL */
    int (*fini)(void);   /* undoes init, for versions without finalize; or NULL */
};

/* How the plugin is found: by a search (lazy/), or linked into the same file (kit/). Filled in by
 * their constructors, so that the core needs neither. */
struct lazynccl_net_finder {
    /* Returns NULL, or why there is no plugin. Called once, under the core's lock. */
    const char *(*open)(struct lazynccl_net_source *);
    /* Finds the CollNet table of the plugin that open() found. Returns 0, or -1 if it has none. */
    int (*open_collnet)(struct lazynccl_net_source *);
    /* Why a plugin of these names, before and after its init, is not the one that NCCL_NET asks
     * for; or NULL. The string is valid until the next call. NULL: any name will do. */
    const char *(*wrong_name)(const char *before, const char *after);
};
extern struct lazynccl_net_finder lazynccl_net_finder;

/* Points each version's side at the plugin's table. */
void lazynccl_net_set_sides(struct lazynccl_net_real *sides, const struct lazynccl_net_source *);

/* How often the plugin's fini has undone its init, and CollNet's too. Atomic. */
extern int lazynccl_net_undone;

/* One successful init that has not been finalized. */
struct lazynccl_net_context {
    struct lazynccl_net_context *next;
    void *real; /* the plugin's own */
    struct lazynccl_net_config config;
    int shared; /* 1: used by all callers before v11, where NCCL has no contexts */
    int failed; /* 1: the plugin's init failed; operations that need it must fail */
};

/* The first shared context of a list with this traffic class (CollNet: 0), or NULL. */
struct lazynccl_net_context *lazynccl_net_shared_context(struct lazynccl_net_context *list,
                                                         int traffic_class);

/* Removes a context from its list. Returns it, or NULL if it is not in the list. */
struct lazynccl_net_context *lazynccl_net_take_context(struct lazynccl_net_context **list,
                                                       const void *ctx);

int lazynccl_net_init(const struct lazynccl_net_real *, void **ctx, uint64_t commId,
                      struct lazynccl_net_config *, lazynccl_net_log, lazynccl_net_profiler);
int lazynccl_net_finalize(const struct lazynccl_net_real *, void *ctx);

/* The context of a call: `ctx`, or for callers before v11 the shared one with this configuration
 * (NULL: the default), created when needed. NULL: creating it failed; the log says why. */
struct lazynccl_net_context *lazynccl_net_context_of(const struct lazynccl_net_real *, void *ctx,
                                                     const struct lazynccl_net_config *);

/* Logs why there is no plugin for this operation. Returns an error. */
int lazynccl_net_absent(const char *operation);

/* Records why there is no plugin, for good, and logs it; under the core's lock. Returns an error.
 * lazynccl_net_failure() returns the recorded reason, or NULL; the third records a constant. */
int lazynccl_net_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
const char *lazynccl_net_failure(void);
void lazynccl_net_record_failure(const char *why);

/* The core's lock; see lock.c. Not recursive. */
void lazynccl_net_lock(void);
void lazynccl_net_unlock(void);

/* 1 if there is no plugin and NCCL must fail rather than use another network. */
int lazynccl_net_must_fail(void);

/* For a plugin that has no devices (*ndev), or whose devices() fails: NCCL would use another
 * network. Returns what our devices() must return. */
int lazynccl_net_without_devices(int result, int *ndev);

/* The properties of the plugin's device, completed and within bounds. */
int lazynccl_net_describe(const struct lazynccl_net_real *, int dev, lazynccl_net_properties *);

/* Completes and bounds properties that a plugin has filled in; `dmabuf`: 1 if it has regMrDmaBuf.
 */
void lazynccl_net_complete(const struct lazynccl_net_real *, int dev, int dmabuf,
                           lazynccl_net_properties *);

#endif
