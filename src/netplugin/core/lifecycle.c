/* Begins and ends: a plugin's init as often as its version means it to run, its finalize as often.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * NCCL from 2.28 on calls init for each communicator and finalize behind it, older ones call init
 * once for each time that they load us, or twice. Plugins from v11 on want init for each
 * communicator; older ones want it once in a process, for nothing undoes it, unless they say how.
 */
#define _GNU_SOURCE
#include "netplugin/core/core.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNDEFINED (-1) /* a traffic class that nobody chose */

/* Held while the plugin is looked for and begins or ends, as NCCL itself holds one. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct lazynccl_net_source source;
static struct lazynccl_net_operations found; /* the plugin's, as they were read last */
static struct lazynccl_net_context *contexts;
static int begun; /* 1: the init of a plugin before v11 holds */
static lazynccl_net_log log_given;
static lazynccl_net_profiler profiler_given;

static int no_profiler(void **event, int type, void *parent, int64_t plugin, void *data)
{
    (void)event, (void)type, (void)parent, (void)plugin, (void)data;
    return LAZYNCCL_NET_SUCCESS;
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
    pthread_mutex_lock(&lock);
    lazynccl_net_fail("%s: %s", source.path, why);
    pthread_mutex_unlock(&lock);
    *ndev = 1;
    return LAZYNCCL_NET_SUCCESS;
}

static int lack(const char *operation)
{
    return lazynccl_net_fail("%s: its table of v%d has no %s", source.path, source.version,
                             operation);
}

/* Finds the plugin, once. */
static int open_plugin(void)
{
    const char *why = lazynccl_net_failure();

    if (why) {
        lazynccl_net_warn("%s", why);
        return LAZYNCCL_NET_SYSTEM_ERROR;
    }
    if (source.table)
        return LAZYNCCL_NET_SUCCESS;
    if (!lazynccl_net_most_recvs())
        return lazynccl_net_fail("LAZYNCCL_NET_MAX_RECVS=%s: give a number from 1 to %d",
                                 lazynccl_net_setting(LAZYNCCL_PLUGIN_MAX_RECVS),
                                 LAZYNCCL_NET_MAX_RECVS);
    why = lazynccl_net_finder.open(&source);
    if (why) {
        lazynccl_net_fail("%s", why);
        lazynccl_net_warn_lines(source.details);
        return LAZYNCCL_NET_SYSTEM_ERROR;
    }
    lazynccl_net_operations_of(source.version, source.table, &found);
    if (!found.init)
        return lack("init");
    lazynccl_net_set_sides(lazynccl_net_sides, &source);
    return LAZYNCCL_NET_SUCCESS;
}

/* What the plugin calls itself: the first member of every version; some change it in their init. */
static const char *name(void)
{
    return *(const char *const *)source.table;
}

static void undo(const struct lazynccl_net_real *real, void *ctx)
{
    if (per_communicator() && found.finalize) {
        found.finalize(real, ctx);
    } else if (!per_communicator() && source.fini) {
        source.fini();
        __atomic_fetch_add(&lazynccl_net_undone, 1, __ATOMIC_RELEASE);
        begun = 0;
    }
}

/* Calls the plugin's init, if it is to be called now. */
static int begin(const struct lazynccl_net_real *real, uint64_t commId,
                 struct lazynccl_net_context *context)
{
    struct lazynccl_net_config config = context->config;
    const char *before = name(), *wrong = NULL, *lacking;
    int result;

    if (begun && !per_communicator())
        return LAZYNCCL_NET_SUCCESS;
    result = found.init(real, &context->real, commId, &config, log_given, profiler_given);
    if (result != LAZYNCCL_NET_SUCCESS && per_communicator() && lazynccl_net_plugin.init) {
        lazynccl_net_warn("%s: its init failed (%d)", source.path, result);
        return result; /* it worked for another communicator, and may for the next */
    }
    if (result != LAZYNCCL_NET_SUCCESS) {
        lazynccl_net_fail("%s: its init failed (%d)", source.path, result);
        return result;
    }
    begun = 1;
    if (lazynccl_net_plugin.init) /* what follows was seen the first time */
        return LAZYNCCL_NET_SUCCESS;
    if (lazynccl_net_finder.wrong_name)
        wrong = lazynccl_net_finder.wrong_name(before, name());
    if (wrong) {
        undo(real, context->real);
        return lazynccl_net_fail("%s: %s", source.path, wrong);
    }
    /* its table is whole now: NCCL reads all but the name and init behind init alone */
    lazynccl_net_operations_of(source.version, source.table, &found);
    lacking = lazynccl_net_lacks(&found);
    if (lacking) {
        undo(real, context->real);
        return lack(lacking);
    }
    lazynccl_net_plugin = found;
    lazynccl_net_inform("network plugin %s (v%d), called as v%d", source.path, source.version,
                        real->caller);
    return LAZYNCCL_NET_SUCCESS;
}

static struct lazynccl_net_context *shared_of(int traffic_class)
{
    struct lazynccl_net_context *c = contexts;

    while (c && (!c->shared || c->config.trafficClass != traffic_class))
        c = c->next;
    return c;
}

/* A new context for which the plugin's init was called where it is to be. */
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
        result = begin(real, commId, context);
    if (result != LAZYNCCL_NET_SUCCESS && context && lazynccl_net_required()) {
        context->failed = 1;           /* NCCL goes on without a plugin whose init fails, but not */
        result = LAZYNCCL_NET_SUCCESS; /* without one that fails later */
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
    pthread_mutex_lock(&lock);
    log_given = log;
    profiler_given = profiler ? profiler : no_profiler;
    if (real->caller < LAZYNCCL_NET_finalize_SINCE)
        context = shared_of(UNDEFINED);
    if (!context)
        result = make(real, commId, traffic_class, &context);
    pthread_mutex_unlock(&lock);
    *ctx = context;
    return result;
}

struct lazynccl_net_context *lazynccl_net_context_of(const struct lazynccl_net_real *real,
                                                     void *ctx,
                                                     const struct lazynccl_net_config *config)
{
    struct lazynccl_net_context *context;
    int traffic_class = config ? config->trafficClass : UNDEFINED;

    if (ctx)
        return ctx;
    pthread_mutex_lock(&lock);
    if (!per_communicator()) /* the plugin is told with each connect */
        traffic_class = UNDEFINED;
    context = shared_of(traffic_class);
    if (!context)
        make(real, 0, traffic_class, &context);
    pthread_mutex_unlock(&lock);
    return context;
}

int lazynccl_net_finalize(const struct lazynccl_net_real *real, void *ctx)
{
    struct lazynccl_net_context *context;
    int result = LAZYNCCL_NET_SUCCESS;

    pthread_mutex_lock(&lock);
    context = lazynccl_net_take_context(&contexts, ctx);
    if (context) { /* NCCL 2.28.3 to 2.29.3 finalize what was never initialised */
        if (per_communicator() && found.finalize && !context->failed)
            result = found.finalize(real, context->real);
        else if (!per_communicator() && !contexts && begun)
            undo(real, NULL);
        free(context);
    }
    pthread_mutex_unlock(&lock);
    return result;
}
