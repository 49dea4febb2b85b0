/* The core, which connects the tables that NCCL calls to the table of the plugin.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "netplugin/core/log.h"
#include "netplugin/core/net.h"
#include "netplugin/core/setting.h"

/* Location of the plugin. The strings are never freed. */
struct lazynccl_net_source {
    const void *table;
    int version;
    const char *path;    /* the plugin's file, for messages */
    const char *details; /* the failed attempts, one per line, or NULL */
    int (*fini)(void);   /* undoes init in versions without finalize, or NULL */
};

/* How to find the plugin: by a search (lazy/), or linked into the same file (kit/). A constructor
 * of lazy/ or kit/ fills this in, so that the core depends on neither. */
struct lazynccl_net_finder {
    /* Returns NULL, or the reason why the plugin cannot be used. Called once, under the core's
     * lock. */
    const char *(*open)(struct lazynccl_net_source *);
    /* Returns why NCCL_NET does not select a plugin with these names before and after init, or
     * NULL. The string is valid until the next call. A NULL pointer accepts any name. */
    const char *(*wrong_name)(const char *before, const char *after);
    void (*report)(void); /* called once the plugin works, to log more about it; or NULL */
};
extern struct lazynccl_net_finder lazynccl_net_finder;

/* Sets the plugin's table and version in lazynccl_net_sides[], for each version that NCCL calls. */
void lazynccl_net_set_sides(const struct lazynccl_net_source *);

/* What `ctx` stands for: made by init or, before v11, by the first call that needs it. */
struct lazynccl_net_context {
    struct lazynccl_net_context *next;
    void *real; /* the plugin's context */
    struct lazynccl_net_config config;
    int shared; /* 1 if callers before v11 share it, one for each traffic class */
    int failed; /* 1 if no plugin could start and LAZYNCCL_NET_REQUIRED is set: operations fail */
};

int lazynccl_net_init(const struct lazynccl_net_real *, void **ctx, uint64_t commId,
                      struct lazynccl_net_config *, lazynccl_net_log, lazynccl_net_profiler);
int lazynccl_net_finalize(const struct lazynccl_net_real *, void *ctx);

/* Finds the plugin before init. Returns 1 if it is open. Never waits: returns 0 if another thread
 * is in init or finalize. */
int lazynccl_net_open_early(void);

/* Returns the context for a call: `ctx`, or, for callers before v11, the shared context with this
 * configuration (NULL: the default), which is created if necessary. Returns NULL after logging an
 * error. */
struct lazynccl_net_context *lazynccl_net_context_of(const struct lazynccl_net_real *, void *ctx,
                                                     const struct lazynccl_net_config *);

/* Logs why the plugin is unavailable for this operation. Returns an error. */
int lazynccl_net_absent(const char *operation);

/* Records permanently why the plugin is unavailable, logs it, and returns an error. The caller
 * holds the core's lock. lazynccl_net_failure() returns the recorded reason, or NULL.
 * lazynccl_net_record_failure() records a constant. */
int lazynccl_net_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
const char *lazynccl_net_failure(void);
void lazynccl_net_record_failure(const char *why);

/* The core's lock (lock.c), which is not recursive. lazynccl_net_try_lock() returns 0 if it would
 * have to wait. */
void lazynccl_net_lock(void);
int lazynccl_net_try_lock(void);
void lazynccl_net_unlock(void);

/* Returns 1 if the plugin is unavailable and NCCL must fail rather than use another network. */
int lazynccl_net_must_fail(void);

/* Handles a plugin whose devices() fails or sets *ndev to 0; NCCL would use another network.
 * Returns the result for devices() of the core. */
int lazynccl_net_without_devices(int result, int *ndev);

/* Gets the properties of a device, completed and limited to valid values. */
int lazynccl_net_describe(const struct lazynccl_net_real *, int dev, lazynccl_net_properties *);
