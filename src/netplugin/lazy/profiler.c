/* Finds the profilers when NCCL first starts one, and passes NCCL's events on to all of them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * NCCL keeps an event's handle after it has stopped the event: as the parent of later events, and
 * in some releases for further calls. A handle is therefore not a pointer. It contains the number
 * of a slot and a count of its uses. Slots are reused in turn, the oldest first. */
#include "netplugin/core/core.h"
#include "netplugin/lazy/file.h"
#include "netplugin/lazy/others.h"
#include "profiler_operations.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SYMBOL "ncclProfiler_v"
#define PROFILERS 4
#define SLOTS 32768u
#define MOST_TRIES 64
#define JOIN2(name, version) name##version
#define JOIN(name, version) JOIN2(name, version)

/* A communicator. It is never freed, because other NCCL threads may still have events for it. */
struct context {
    void *real[PROFILERS];
    int begun[PROFILERS]; /* 1 if init succeeded */
    int ended;            /* atomic */
};

struct slot {
    uint64_t handle; /* the handle of the event in progress, or 0. Atomic */
    uint64_t last;   /* the current or latest handle */
    struct context *context;
    void *real[PROFILERS];
};

static struct profiler {
    struct lazynccl_net_real real;
    struct lazynccl_profiler_operations does;
} profilers[PROFILERS];
static int count;            /* the number of profilers */
static int searched;         /* 1 after the search for profilers */
static int masks[PROFILERS]; /* the events that each profiler wants */
static struct slot *slots;
static uint64_t taken; /* slots taken so far, reused ones included. Atomic */

/* Adds a file's profiler, if its table of the version that NCCL calls is complete and not ours.
 * Logs why not. `named` is 0 for the network plugin's file, which needs no profiler. */
static void take(void *handle, const char *path, int named, int caller)
{
    struct profiler *found = &profilers[count];
    int version;
    const char *const *table = lazynccl_net_find_table(handle, SYMBOL, caller, caller, &version);

    if (!table && lazynccl_net_find_table(handle, SYMBOL, 1, LAZYNCCL_PROFILER_NEWEST, &version)) {
        lazynccl_net_warn("no profiler: %s has " SYMBOL
                          "%d, and this NCCL calls v%d; conversion was "
                          "removed in 0.2: name the file in NCCL_PROFILER_PLUGIN",
                          path, version, caller);
        return;
    }
    if (!table || lazynccl_profiler_is_own(table)) {
        if (named)
            lazynccl_net_warn("no profiler: %s has no " SYMBOL "%d of its own", path, caller);
        return;
    }
    for (int i = 0; i < count; i++)
        if (profilers[i].real.table == table) {
            lazynccl_net_warn("the profiler %s is named twice, and used once", path);
            return;
        }
    lazynccl_profiler_operations_of(version, table, &found->does);
    if (lazynccl_profiler_missing(&found->does, 0)) {
        lazynccl_net_warn("no profiler: the table of v%d in %s is not complete", version, path);
        return;
    }
    found->real = (struct lazynccl_net_real){.table = table, .version = version};
    count++;
    lazynccl_net_inform("profiler %s of %s (v%d)", *table ? *table : "?", path, version);
}

/* Finds the profilers that LAZYNCCL_PROFILER_PLUGIN names, or the one in the network plugin's file.
 * Skips our own tables. Called once. */
static void find_profilers(int caller)
{
    const char *value = lazynccl_net_setting(LAZYNCCL_NET_VARIABLE_PROFILER), *path;
    char *list, *rest, *name;
    void *handle = value ? NULL : lazynccl_net_file(&path);

    if (handle)
        take(handle, path, 0, caller);
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
        if (handle)
            take(handle, name, 1, caller);
    }
    free(list);
}

/* Returns the mask of events that a profiler wants. The profiler may change it at any time. */
static int wanted(int i)
{
    return __atomic_load_n(&masks[i], __ATOMIC_RELAXED);
}

static int init(const struct lazynccl_net_real *nccl, void **ctx, uint64_t id, int *mask,
                const char *name, int nodes, int ranks, int rank, lazynccl_net_log log)
{
    struct context *context = calloc(1, sizeof *context);
    int all = 0;

    *ctx = NULL;
    lazynccl_net_set_log(log);
    lazynccl_net_lock();
    if (!searched)
        find_profilers(nccl->caller);
    searched = 1;
    if (count && !slots)
        slots = calloc(SLOTS, sizeof *slots);
    for (int i = 0; i < count && slots && context; i++) {
        if (profilers[i].real.version != nccl->caller) /* is for another NCCL in this process */
            continue;
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
    *mask = all;
    if (count && slots && context)
        *ctx = context;
    else
        free(context);
    return LAZYNCCL_NET_SUCCESS;
}

/* Returns the slot of an event, which may be in use for a later event by now, or NULL. */
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

/* Returns the handle of an event from profiler `i`, or NULL. The event may have stopped. */
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

/* The parent and the process of a proxy operation are at the same offset in every version. */
typedef struct lazynccl_profiler_event_v1 oldest_event;
typedef struct JOIN(lazynccl_profiler_event_v, LAZYNCCL_PROFILER_NEWEST) newest_event;
_Static_assert(offsetof(oldest_event, parent) == offsetof(newest_event, parent), "parent");
_Static_assert(offsetof(oldest_event, of.proxy.pid) == offsetof(newest_event, of.proxy.pid), "pid");

/* Returns the type of an event. Its number has one byte in old versions. */
static uint64_t type_of(int version, const union lazynccl_profiler_any *event)
{
    if (lazynccl_profiler_layout(version)->type_size == sizeof event->v1.type)
        return event->v1.type;
    return JOIN(event->v, LAZYNCCL_PROFILER_NEWEST).type;
}

/* Copies an event, and replaces its parents by the profiler's handles. If a proxy operation belongs
 * to another process, its parent is a handle of that process and stays unchanged. */
static void copy_event(const union lazynccl_profiler_any *from, int i,
                       union lazynccl_profiler_any *to)
{
    const struct lazynccl_profiler_layout *layout =
        lazynccl_profiler_layout(profilers[i].real.version);
    uint64_t type = type_of(profilers[i].real.version, from);
    size_t group = 0;
    void *handle;

    memcpy(to, from, layout->size);
    if (type == LAZYNCCL_PROFILER_PROXY && from->v1.of.proxy.pid != getpid())
        return;
    to->v1.parent = real_of(from->v1.parent, i);
    if (type == LAZYNCCL_PROFILER_COLL)
        group = layout->coll;
    if (type == LAZYNCCL_PROFILER_P2P)
        group = layout->p2p;
    if (!group)
        return;
    memcpy(&handle, (const char *)from + group, sizeof handle);
    handle = real_of(handle, i);
    memcpy((char *)to + group, &handle, sizeof handle);
}

static int startEvent(const struct lazynccl_net_real *nccl, void *ctx, void **event, void *of)
{
    struct context *context = ctx;
    union lazynccl_profiler_any own;
    struct slot *slot;
    uint64_t type;
    int starts = 0;

    *event = NULL;
    if (!context || __atomic_load_n(&context->ended, __ATOMIC_ACQUIRE))
        return LAZYNCCL_NET_SUCCESS;
    type = type_of(nccl->caller, of);
    slot = take_slot(context);
    for (int i = 0; i < count && slot; i++) {
        const struct profiler *file = &profilers[i];

        if (!context->begun[i] || !((uint64_t)wanted(i) & type))
            continue;
        copy_event(of, i, &own);
        file->does.startEvent(&file->real, context->real[i], &slot->real[i], &own);
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
    const struct slot *slot = going(event);

    for (int i = 0; i < count && slot; i++)
        if (slot->real[i])
            profilers[i].does.recordEventState(&profilers[i].real, slot->real[i], state, of);
    return LAZYNCCL_NET_SUCCESS;
}

static int finalize(const struct lazynccl_net_real *nccl, void *ctx)
{
    struct context *context = ctx;

    if (!context || __atomic_exchange_n(&context->ended, 1, __ATOMIC_ACQ_REL))
        return LAZYNCCL_NET_SUCCESS;
    for (int i = 0; i < count; i++)
        /* from v5 on, NCCL calls finalize only with a context, and a profiler may rely on that */
        if (context->begun[i] && (context->real[i] || profilers[i].real.version < 5))
            profilers[i].does.finalize(&profilers[i].real, context->real[i]);
    return LAZYNCCL_NET_SUCCESS;
}

/* The operations always succeed: a profiler that fails is left out. */
const struct lazynccl_profiler_operations lazynccl_profiler_core = {
    .init = init,
    .startEvent = startEvent,
    .stopEvent = stopEvent,
    .recordEventState = recordEventState,
    .finalize = finalize,
};
