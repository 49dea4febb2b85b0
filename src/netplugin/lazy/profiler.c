/* Finds profilers when NCCL first starts one, and passes its events on to all of them, each in its
 * version.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * NCCL keeps an event's handle after it has stopped the event: as the parent of later events, and
 * in some releases for further calls. A handle is therefore not a pointer. It contains the number
 * of a slot and a count of its uses. Slots are reused in turn, the oldest first. */
#include "netplugin/lazy/profiler.h"
#include "netplugin/core/core.h"
#include "netplugin/lazy/file.h"
#include "netplugin/lazy/others.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PROFILERS 4
#define SLOTS 32768u
#define MOST_TRIES 64

/* A communicator. It is never freed, because other NCCL threads may still have events for it. */
struct context {
    void *real[PROFILERS];
    int begun[PROFILERS]; /* 1 if init succeeded */
    int ended;            /* atomic */
};

struct slot {
    uint64_t handle; /* of the event in progress, or 0. Atomic */
    uint64_t last;   /* the current or latest handle */
    struct context *context;
    void *real[PROFILERS];
};

static struct profiler {
    struct lazynccl_net_real real;
    struct lazynccl_profiler_operations does;
} profilers[PROFILERS];
static int count, searched, masks[PROFILERS];
static struct slot *slots;
static uint64_t taken; /* slots taken so far, reused ones included. Atomic */

/* Adds the newest table of a file if it is complete and not ours. Returns 1 if one was added. */
static int take(void *handle, const char *path, int caller, struct profiler *found)
{
    int version;
    const char *const *table =
        lazynccl_net_find_table(handle, "ncclProfiler_v", 1, LAZYNCCL_PROFILER_NEWEST, &version);

    if (!table || lazynccl_profiler_is_own(table))
        return 0;
    lazynccl_profiler_operations_of(version, table, &found->does);
    if (lazynccl_profiler_missing(&found->does, 0)) {
        lazynccl_net_warn("no profiler: the table of v%d in %s is not complete", version, path);
        return 0;
    }
    found->real = (struct lazynccl_net_real){.table = table, .version = version};
    lazynccl_net_inform("profiler %s of %s (v%d), called as v%d", *table ? *table : "?", path,
                        version, caller);
    return 1;
}

/* Finds the profilers that LAZYNCCL_PROFILER_PLUGIN names, or the one in the network plugin's file.
 * Skips our own tables. Called once. */
static void find_profilers(int caller)
{
    const char *value = lazynccl_net_setting(LAZYNCCL_NET_VARIABLE_PROFILER), *path;
    char *list, *rest, *name;
    void *handle = value ? NULL : lazynccl_net_file(&path);

    if (handle)
        count = take(handle, path, caller, &profilers[0]);
    if (!value)
        return;
    list = rest = strdup(value);
    while (rest && (name = strsep(&rest, ","))) {
        if (!*name)
            continue;
        if (count == PROFILERS) {
            lazynccl_net_warn("no profiler: %s has more than %d: %s is left out",
                              lazynccl_net_variables[LAZYNCCL_NET_VARIABLE_PROFILER], PROFILERS,
                              name);
            continue;
        }
        handle = lazynccl_net_open_named("profiler", LAZYNCCL_NET_VARIABLE_PROFILER, name);
        if (handle && !take(handle, name, caller, &profilers[count]))
            lazynccl_net_warn("no profiler: %s has no ncclProfiler_v1 to v%d that can be used",
                              name, LAZYNCCL_PROFILER_NEWEST);
        for (int i = 0; i < count; i++)
            if (profilers[i].real.table == profilers[count].real.table) {
                lazynccl_net_warn("the profiler %s is named twice, and used once", name);
                profilers[count].real.table = NULL;
            }
        if (profilers[count].real.table)
            count++;
    }
    free(list);
}

/* Returns the events that a profiler wants and supports. A profiler may change its mask at any
 * time. */
static uint64_t wanted(int i)
{
    int mask = __atomic_load_n(&masks[i], __ATOMIC_RELAXED);

    return (uint64_t)mask & lazynccl_profiler_types(profilers[i].real.version);
}

static int init(const struct lazynccl_net_real *nccl, void **ctx, uint64_t id, int *mask,
                const char *name, int nodes, int ranks, int rank, lazynccl_net_log log)
{
    struct context *context = calloc(1, sizeof *context);
    uint64_t all = 0;

    *ctx = NULL;
    lazynccl_net_set_log(log);
    lazynccl_net_lock();
    if (!searched)
        find_profilers(nccl->caller);
    searched = 1;
    if (count && !slots)
        slots = calloc(SLOTS, sizeof *slots);
    for (int i = 0; i < count && slots && context; i++) {
        int result = profilers[i].does.init(&profilers[i].real, &context->real[i], id, &masks[i],
                                            name, nodes, ranks, rank, log);

        context->begun[i] = result == LAZYNCCL_NET_SUCCESS;
        if (!context->begun[i])
            lazynccl_net_warn("the profiler %s: its init failed (%d); the communicator goes on "
                              "without it",
                              *(const char *const *)profilers[i].real.table, result);
        else
            all |= wanted(i);
    }
    lazynccl_net_unlock();
    *mask = (int)(all & lazynccl_profiler_types(nccl->caller));
    if (count && slots && context)
        *ctx = context;
    else
        free(context);
    return LAZYNCCL_NET_SUCCESS;
}

static struct slot *slot_of(const void *event)
{
    uint64_t handle = (uintptr_t)event;

    return handle && slots ? &slots[handle % SLOTS] : NULL;
}

/* Returns the slot of an event in progress, or NULL. */
static struct slot *going(const void *event)
{
    struct slot *slot = slot_of(event);

    if (!slot || __atomic_load_n(&slot->handle, __ATOMIC_ACQUIRE) != (uintptr_t)event ||
        __atomic_load_n(&slot->context->ended, __ATOMIC_ACQUIRE))
        return NULL;
    return slot;
}

/* Returns profiler i's handle of an event, which may have stopped, or NULL. */
static void *real_of(const void *event, int i)
{
    const struct slot *slot = slot_of(event);

    return slot && slot->last == (uintptr_t)event ? slot->real[i] : NULL;
}

/* Returns a slot without an event in progress, or NULL. */
static struct slot *take_slot(struct context *context)
{
    for (int tries = 0; tries < MOST_TRIES; tries++) {
        uint64_t handle = SLOTS + __atomic_fetch_add(&taken, 1, __ATOMIC_RELAXED);
        struct slot *slot = &slots[handle % SLOTS];

        if (__atomic_load_n(&slot->handle, __ATOMIC_ACQUIRE) &&
            !__atomic_load_n(&slot->context->ended, __ATOMIC_ACQUIRE))
            continue;
        slot->last = handle;
        slot->context = context;
        memset(slot->real, 0, sizeof slot->real);
        return slot;
    }
    return NULL;
}

/* Replaces parents by the profiler's handles. If a proxy operation belongs to another process, its
 * parent is a handle of that process and stays unchanged. */
static void set_parents(const struct lazynccl_profiler_event *from, int i,
                        struct lazynccl_profiler_event *to)
{
    *to = *from;
    if (from->type == LAZYNCCL_PROFILER_PROXY && from->of.proxy.pid != getpid())
        return;
    to->parent = real_of(from->parent, i);
    if (from->type == LAZYNCCL_PROFILER_COLL)
        to->of.coll.group = real_of(from->of.coll.group, i);
    if (from->type == LAZYNCCL_PROFILER_P2P)
        to->of.p2p.group = real_of(from->of.p2p.group, i);
}

static int startEvent(const struct lazynccl_net_real *nccl, void *ctx, void **event, void *of)
{
    struct context *context = ctx;
    struct lazynccl_profiler_event seen, own;
    union lazynccl_profiler_any told;
    struct slot *slot;
    int starts = 0;

    *event = NULL;
    if (!context || __atomic_load_n(&context->ended, __ATOMIC_ACQUIRE))
        return LAZYNCCL_NET_SUCCESS;
    lazynccl_profiler_read(nccl->caller, of, &seen);
    slot = take_slot(context);
    for (int i = 0; i < count && slot; i++) {
        const struct profiler *file = &profilers[i];

        if (!context->begun[i] || !(wanted(i) & seen.type))
            continue;
        set_parents(&seen, i, &own);
        lazynccl_profiler_write(file->real.version, &own, &told);
        file->does.startEvent(&file->real, context->real[i], &slot->real[i], &told);
        if (slot->real[i])
            starts = 1;
    }
    if (!starts) /* NCCL accepts NULL for an event that no profiler wants */
        return LAZYNCCL_NET_SUCCESS;
    __atomic_store_n(&slot->handle, slot->last, __ATOMIC_RELEASE);
    *event = (void *)(uintptr_t)slot->last;
    return LAZYNCCL_NET_SUCCESS;
}

static int stopEvent(const struct lazynccl_net_real *nccl, void *event)
{
    struct slot *slot = going(event);
    uint64_t handle = (uintptr_t)event;

    if (!slot || !__atomic_compare_exchange_n(&slot->handle, &handle, 0, 0, __ATOMIC_ACQ_REL,
                                              __ATOMIC_ACQUIRE))
        return LAZYNCCL_NET_SUCCESS; /* already stopped */
    for (int i = 0; i < count; i++)
        if (slot->real[i])
            profilers[i].does.stopEvent(&profilers[i].real, slot->real[i]);
    return LAZYNCCL_NET_SUCCESS;
}

static int recordEventState(const struct lazynccl_net_real *nccl, void *event, int state, void *of)
{
    const union lazynccl_profiler_state *given = of;
    const struct slot *slot = going(event);
    int caller = nccl->caller;

    for (int i = 0; i < count && slot; i++) {
        int version = profilers[i].real.version;
        union lazynccl_profiler_state told = {.before_v4 = {0, 0}};

        if (!slot->real[i] || !lazynccl_profiler_knows(caller, version, state))
            continue;
        if (given && (caller < 4) == (version < 4))
            memcpy(&told, given, version < 4 ? sizeof told : sizeof told.since_v4);
        else if (given) /* only the states of proxy control have a common argument */
            told.appended = state > 12 && state < 19 ? given->appended : 0;
        profilers[i].does.recordEventState(&profilers[i].real, slot->real[i], state,
                                           given ? &told : NULL);
    }
    return LAZYNCCL_NET_SUCCESS;
}

static int finalize(const struct lazynccl_net_real *nccl, void *ctx)
{
    struct context *context = ctx;

    if (!context || __atomic_exchange_n(&context->ended, 1, __ATOMIC_ACQ_REL))
        return LAZYNCCL_NET_SUCCESS;
    for (int i = 0; i < count; i++)
        /* NCCL with v5 does not finalize without a context, and a profiler may rely on this */
        if (context->begun[i] && (context->real[i] || profilers[i].real.version < 5))
            profilers[i].does.finalize(&profilers[i].real, context->real[i]);
    return LAZYNCCL_NET_SUCCESS;
}

/* These always succeed, because profilers that fail are left out. */
const struct lazynccl_profiler_operations lazynccl_profiler_core = {
    .init = init,
    .startEvent = startEvent,
    .stopEvent = stopEvent,
    .recordEventState = recordEventState,
    .finalize = finalize,
};
