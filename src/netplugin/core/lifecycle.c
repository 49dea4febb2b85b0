/* Calls a plugin's init as often as its version expects, and finalize as often as init.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * NCCL 2.28 and later call init for each communicator and finalize after it. Older releases call
 * init once or twice each time they load the plugin. Plugins from v11 on expect an init for each
 * communicator. Older plugins expect one init per process, because they cannot undo it without a
 * fini. */
#include "netplugin/core/core.h"
#include <stdio.h>
#include <stdlib.h>

#define UNDEFINED (-1) /* the traffic class was not set */

static struct lazynccl_net_source source;
static struct lazynccl_net_operations found; /* the plugin's operations, as last read */
static struct lazynccl_net_context *contexts;
static int started; /* 1 if the init of a plugin before v11 is in effect */
static lazynccl_net_log log_of_nccl;
static lazynccl_net_profiler profiler_of_nccl;

static int no_profiler(void **event, int type, void *parent, int64_t plugin, void *data)
{
    return LAZYNCCL_NET_SUCCESS;
}

/* Returns the first shared context with this traffic class, or NULL. */
static struct lazynccl_net_context *shared_context(int traffic_class)
{
    struct lazynccl_net_context *c = contexts;

    while (c && (!c->shared || c->config.trafficClass != traffic_class))
        c = c->next;
    return c;
}

/* Removes a context from the list. Returns it, or NULL if it is not in the list. */
static struct lazynccl_net_context *take_context(const void *ctx)
{
    struct lazynccl_net_context **place = &contexts, *context;

    while (*place && *place != ctx)
        place = &(*place)->next;
    context = *place;
    if (context)
        *place = context->next;
    return context;
}

static int per_communicator(void)
{
    return source.version >= LAZYNCCL_NET_finalize_SINCE;
}

int lazynccl_net_without_devices(int result, int *ndev)
{
    char why[80];

    if (result == LAZYNCCL_NET_SUCCESS)
        snprintf(why, sizeof why, "it has %d devices", *ndev);
    else
        snprintf(why, sizeof why, "its devices() failed (%d)", result);
    if (!lazynccl_net_required()) {
        lazynccl_net_warn("%s: %s: NCCL will not use it", source.path, why);
        return result;
    }
    lazynccl_net_lock();
    lazynccl_net_fail("%s: %s", source.path, why);
    lazynccl_net_unlock();
    *ndev = 1;
    return LAZYNCCL_NET_SUCCESS;
}

static int fail_missing(const char *operation)
{
    return lazynccl_net_fail("%s: its table of v%d has no %s", source.path, source.version,
                             operation);
}

/* Logs the failed attempts to find the plugin, once, as soon as NCCL has set the log. */
static void warn_of_details(void)
{
    static int logged;

    if (!logged && log_of_nccl)
        lazynccl_net_warn_lines(source.details);
    logged = log_of_nccl != NULL;
}

/* Finds the plugin, only once. */
static int open_plugin(void)
{
    const char *why = lazynccl_net_failure();

    if (why) {
        lazynccl_net_warn("%s", why);
        warn_of_details();
        return LAZYNCCL_NET_SYSTEM_ERROR;
    }
    if (source.table)
        return LAZYNCCL_NET_SUCCESS;
    if (!lazynccl_net_max_recvs())
        return lazynccl_net_fail("LAZYNCCL_NET_MAX_RECVS=%s: give a number from 1 to %d",
                                 lazynccl_net_setting(LAZYNCCL_NET_VARIABLE_MAX_RECVS),
                                 LAZYNCCL_NET_MAX_RECVS);
    why = lazynccl_net_finder.open(&source);
    if (why) {
        lazynccl_net_fail("%s", why);
        warn_of_details();
        return LAZYNCCL_NET_SYSTEM_ERROR;
    }
    lazynccl_net_operations_of(source.version, source.table, &found);
    if (!found.init)
        return fail_missing("init");
    lazynccl_net_set_sides(&source);
    return LAZYNCCL_NET_SUCCESS;
}

/* Returns the plugin's name, the first member of every version's table. Some plugins change it in
 * init. */
static const char *name(void)
{
    return *(const char *const *)source.table;
}

/* Undoes a plugin's init: by finalize, or, before v11, by fini if the plugin has it. */
static void undo(const struct lazynccl_net_real *real, void *ctx)
{
    if (per_communicator() && found.finalize) {
        found.finalize(real, ctx);
    } else if (!per_communicator() && source.fini) {
        source.fini();
        started = 0;
    }
}

/* Warns of a setting that had an effect before 0.2, because its user waits for a file. */
static void report_removed_settings(void)
{
    const char *value = secure_getenv("LAZYNCCL_NET_RECORD");

    if (value && *value)
        lazynccl_net_warn("LAZYNCCL_NET_RECORD=%s: removed in 0.2, nothing is recorded; lazynccl "
                          "run --trace shows NCCL's calls, and lazynccl plugin check tries a "
                          "plugin",
                          value);
}

/* Calls the plugin's init unless an earlier init is still in effect. */
static int start(const struct lazynccl_net_real *real, uint64_t commId,
                 struct lazynccl_net_context *context)
{
    struct lazynccl_net_config config = context->config;
    const char *before = name(), *wrong = NULL, *missing;
    int result;

    if (started && !per_communicator())
        return LAZYNCCL_NET_SUCCESS;
    result = found.init(real, &context->real, commId, &config, log_of_nccl, profiler_of_nccl);
    if (result != LAZYNCCL_NET_SUCCESS && per_communicator() && lazynccl_net_plugin.init) {
        lazynccl_net_warn("%s: its init failed (%d)", source.path, result);
        return result; /* init worked for another communicator and may work for the next */
    }
    if (result != LAZYNCCL_NET_SUCCESS) {
        lazynccl_net_fail("%s: its init failed (%d)", source.path, result);
        return result;
    }
    started = 1;
    if (lazynccl_net_plugin.init) /* the operations were checked after the first init */
        return LAZYNCCL_NET_SUCCESS;
    if (lazynccl_net_finder.wrong_name)
        wrong = lazynccl_net_finder.wrong_name(before, name());
    if (wrong) {
        undo(real, context->real);
        return lazynccl_net_fail("%s: %s", source.path, wrong);
    }
    /* the table is complete only now: before init, NCCL reads only the name and init */
    lazynccl_net_operations_of(source.version, source.table, &found);
    missing = lazynccl_net_missing(&found, 0);
    if (missing) {
        undo(real, context->real);
        return fail_missing(missing);
    }
    lazynccl_net_plugin = found;
    lazynccl_net_inform("network plugin %s (v%d), called as v%d", source.path, source.version,
                        real->caller);
    report_removed_settings();
    if (lazynccl_net_finder.report)
        lazynccl_net_finder.report();
    return LAZYNCCL_NET_SUCCESS;
}

/* Creates a context and calls the plugin's init if necessary. */
static int make(const struct lazynccl_net_real *real, uint64_t commId, int traffic_class,
                struct lazynccl_net_context **made)
{
    struct lazynccl_net_context *context = calloc(1, sizeof *context);
    int result = context ? open_plugin() : LAZYNCCL_NET_SYSTEM_ERROR;

    if (context) {
        context->config.trafficClass = traffic_class;
        context->shared = real->caller < LAZYNCCL_NET_finalize_SINCE;
    }
    if (result == LAZYNCCL_NET_SUCCESS)
        result = start(real, commId, context);
    if (result != LAZYNCCL_NET_SUCCESS && context && lazynccl_net_required()) {
        context->failed = 1;           /* every later operation fails */
        result = LAZYNCCL_NET_SUCCESS; /* if init failed, NCCL would continue without the plugin */
    }
    if (result != LAZYNCCL_NET_SUCCESS) {
        free(context);
        return result;
    }
    context->next = contexts;
    *made = contexts = context;
    return LAZYNCCL_NET_SUCCESS;
}

int lazynccl_net_init(const struct lazynccl_net_real *real, void **ctx, uint64_t commId,
                      struct lazynccl_net_config *config, lazynccl_net_log log,
                      lazynccl_net_profiler profiler)
{
    struct lazynccl_net_context *context = NULL;
    int traffic_class = config ? config->trafficClass : UNDEFINED;
    int result = LAZYNCCL_NET_SUCCESS;

    lazynccl_net_set_log(log);
    lazynccl_net_lock();
    log_of_nccl = log;
    profiler_of_nccl = profiler ? profiler : no_profiler;
    if (real->caller < LAZYNCCL_NET_finalize_SINCE)
        context = shared_context(UNDEFINED);
    if (!context)
        result = make(real, commId, traffic_class, &context);
    lazynccl_net_unlock();
    *ctx = context;
    return result;
}

int lazynccl_net_open_early(void)
{
    int result;

    if (!lazynccl_net_try_lock())
        return 0;
    result = open_plugin();
    lazynccl_net_unlock();
    return result == LAZYNCCL_NET_SUCCESS;
}

struct lazynccl_net_context *lazynccl_net_context_of(const struct lazynccl_net_real *real,
                                                     void *ctx,
                                                     const struct lazynccl_net_config *config)
{
    struct lazynccl_net_context *context;
    int traffic_class = config ? config->trafficClass : UNDEFINED;

    if (ctx)
        return ctx;
    lazynccl_net_lock();
    if (!per_communicator()) /* connect passes it to a plugin of v10; older ones have none */
        traffic_class = UNDEFINED;
    context = shared_context(traffic_class);
    if (!context)
        make(real, 0, traffic_class, &context);
    lazynccl_net_unlock();
    return context;
}

int lazynccl_net_finalize(const struct lazynccl_net_real *real, void *ctx)
{
    struct lazynccl_net_context *context;
    int result = LAZYNCCL_NET_SUCCESS;

    lazynccl_net_lock();
    context = take_context(ctx);
    if (context) {
        /* NCCL 2.28.3 to 2.29.3 call finalize even if init failed */
        if (per_communicator() && found.finalize && !context->failed)
            result = found.finalize(real, context->real);
        else if (!per_communicator() && !contexts && started)
            undo(real, NULL);
        free(context);
    }
    lazynccl_net_unlock();
    return result;
}
