/* Calls libnccl-net-lazy.so's profiler as an NCCL of one version, and compares what two profilers
 * of other versions get. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * usage: profiler-pair LAZY [PROFILER VERSION]... */
#include "other.h"
#include "profiler.h"
#include <unistd.h>

static const struct JOIN(lazynccl_profiler_v, VERSION) * profiler;
static void *ctx;

static int begin(int *mask)
{
#if VERSION < 4
    return profiler->init(&ctx, mask);
#elif VERSION == 4
    return profiler->init(&ctx, mask, "A", 77, 2, 16, 3, log_line);
#else
    return profiler->init(&ctx, 77, mask, "A", 2, 16, 3, log_line);
#endif
}

typedef struct JOIN(lazynccl_profiler_event_v, VERSION) event_here;

/* Starts an event in memory of this version's size: more must not be read. */
static void *start(uint64_t type, void *parent, const event_here *of)
{
    event_here *event = malloc(sizeof *event);
    void *handle = NULL;

    *event = *of;
#if VERSION < 5
    event->type = (uint8_t)type;
#else
    event->type = type;
#endif
    event->parent = parent;
    event->rank = 3;
    EXPECT(profiler->startEvent(ctx, &handle, event), 0);
    free(event);
    return handle;
}

static void *start_coll(void *group, void *call)
{
    event_here event = {.rank = 0};

    event.of.coll.sequence = 11;
    event.of.coll.send = (void *)0x10;
    event.of.coll.receive = (void *)0x20;
    event.of.coll.count = 1234;
    event.of.coll.root = 5;
    event.of.coll.channels = 6;
    event.of.coll.warps = 7;
#if VERSION == 1
    event.of.coll.function = 4;
    event.of.coll.datatype = 7;
    event.of.coll.algorithm = 1;
    event.of.coll.protocol = 2;
    event.of.coll.operation = 2;
    event.of.coll.collnet = event.of.coll.nvls = 1;
#else
    event.of.coll.function = "AllReduce";
    event.of.coll.datatype = "ncclFloat32";
    event.of.coll.algorithm = "RING";
    event.of.coll.protocol = "SIMPLE";
#endif
#if VERSION < 3
    event.of.coll.traffic = 999;
#endif
#if VERSION < 4
    event.of.coll.name = "A";
    event.of.coll.hash = 77;
#endif
#if VERSION >= 5
    event.of.coll.group = group;
#endif
#if VERSION >= 7
    event.of.coll.tag = 4242;
    event.of.coll.symmetric = 1;
    event.of.coll.variant = "K";
#endif
#if VERSION >= 8
    event.of.coll.color = 99;
#endif
    return start(LAZYNCCL_PROFILER_COLL, VERSION >= 5 ? call : group, &event);
}

static void *start_p2p(void *group)
{
    event_here event = {.rank = 0};

    event.of.p2p.buffer = (void *)0x30;
    event.of.p2p.count = 55;
    event.of.p2p.peer = 9;
#if VERSION == 1
    event.of.p2p.function = 6;
    event.of.p2p.datatype = 7;
#else
    event.of.p2p.function = "Send";
    event.of.p2p.datatype = "ncclFloat32";
#endif
#if VERSION >= 4
    event.of.p2p.channels = 2;
#endif
#if VERSION >= 5
    event.of.p2p.group = group;
#endif
    return start(LAZYNCCL_PROFILER_P2P, VERSION >= 5 ? NULL : group, &event);
}

#define EXPECT_COLL(c)                                                                             \
    EXPECT((c)->sequence, 11);                                                                     \
    EXPECT((c)->send == (void *)0x10 && (c)->receive == (void *)0x20, 1);                          \
    EXPECT((c)->count, 1234);                                                                      \
    EXPECT((c)->root, 5);                                                                          \
    EXPECT((c)->channels == 6 && (c)->warps == 7, 1)
#define EXPECT_NAMES(c)                                                                            \
    EXPECT(strcmp((c)->function, "AllReduce") || strcmp((c)->datatype, "ncclFloat32") ||           \
               strcmp((c)->algorithm, "RING") || strcmp((c)->protocol, "SIMPLE"),                  \
           0)

static void expect_coll(const union lazynccl_profiler_any *event, int real)
{
    const struct lazynccl_profiler_coll_v1 *v1 = &event->v1.of.coll;
    const struct lazynccl_profiler_coll_v2 *v2 = &event->v2.of.coll;
    const struct lazynccl_profiler_coll_v3 *v3 = &event->v3.of.coll;
    const struct lazynccl_profiler_coll_v4 *v4 = &event->v4.of.coll;
    const struct lazynccl_profiler_coll_v7 *v7 = &event->v7.of.coll;

    if (real == 1) {
        EXPECT_COLL(v1);
        EXPECT(v1->function == 4 && v1->datatype == 7 && v1->algorithm == 1 && v1->protocol == 2,
               1);
        EXPECT(v1->traffic, VERSION <= 2 ? 999 : 0);
        EXPECT(v1->operation == 2 && v1->collnet == 1 && v1->nvls == 1, VERSION == 1);
    } else if (real == 2) {
        EXPECT_COLL(v2);
        EXPECT_NAMES(v2);
        EXPECT(v2->traffic, VERSION <= 2 ? 999 : 0);
    } else if (real == 3) {
        EXPECT_COLL(v3);
        EXPECT_NAMES(v3);
    } else if (real < 5) {
        EXPECT_COLL(v4);
        EXPECT_NAMES(v4);
    } else {
        EXPECT_COLL(&event->v5.of.coll);
        EXPECT_NAMES(&event->v5.of.coll);
    }
    if (real < 4) {
        EXPECT(v1->hash, VERSION < 4 ? 77 : 0);
        EXPECT(v1->name ? *v1->name : 0, VERSION < 4 ? 'A' : 0);
    }
    if (real >= 7) {
        EXPECT(real > 7 ? 0 : v7->tag, VERSION >= 7 && real == 7 ? 4242 : 0);
#if LAZYNCCL_PROFILER_NEWEST > 7
        if (real > 7) {
            EXPECT(event->v8.of.coll.color, VERSION > 7 ? 99 : 0);
            EXPECT(event->v8.of.coll.tag, VERSION >= 7 ? 4242 : 0);
        }
#endif
        EXPECT(v7->symmetric, VERSION >= 7);
        EXPECT(v7->variant != NULL, VERSION >= 7);
    }
}

static void expect_p2p(const union lazynccl_profiler_any *event, int real)
{
    const struct lazynccl_profiler_p2p_v1 *v1 = &event->v1.of.p2p;
    const struct lazynccl_profiler_p2p_v2 *v2 = &event->v2.of.p2p;
    const struct lazynccl_profiler_p2p_v4 *p2p = &event->v4.of.p2p;

    if (real == 1)
        EXPECT(v1->function == 6 && v1->datatype == 7 && v1->buffer == (void *)0x30 &&
                   v1->count == 55 && v1->peer == 9,
               1);
    else if (real < 4)
        EXPECT(strcmp(v2->function, "Send") == 0 && strcmp(v2->datatype, "ncclFloat32") == 0 &&
                   v2->buffer == (void *)0x30 && v2->count == 55 && v2->peer == 9,
               1);
    else
        EXPECT(strcmp(p2p->function, "Send") == 0 && strcmp(p2p->datatype, "ncclFloat32") == 0 &&
                   p2p->buffer == (void *)0x30 && p2p->count == 55 && p2p->peer == 9 &&
                   p2p->channels == (VERSION < 4 ? 0 : 2),
               1);
}

/* The events in the order in which main() starts them: the call's own is known since v5. */
static void expect_events(const struct profiler_record *seen, int real)
{
    const union lazynccl_profiler_any *group = &seen->events[0];
    int both = VERSION >= 5 && real >= 5;
    const union lazynccl_profiler_any *call = both ? group + 1 : NULL;
    const union lazynccl_profiler_any *coll = group + 1 + both, *p2p = coll + 1, *op = coll + 2;

    EXPECT(seen->starts, 4 + both);
    EXPECT(seen->stops, 4 + both);
    EXPECT(seen->ctx == seen, 1);
    EXPECT(real < 5 ? coll->v1.type : coll->v5.type, LAZYNCCL_PROFILER_COLL);
    expect_coll(coll, real);
    expect_p2p(p2p, real);
    EXPECT(coll->v1.rank, 3);
    EXPECT(coll->v1.parent == (real < 5 ? (void *)group : (void *)call), 1);
    if (real >= 5)
        EXPECT(coll->v5.of.coll.group == group && p2p->v5.of.p2p.group == group, 1);
    else
        EXPECT(p2p->v1.parent == group, 1);
    EXPECT(op->v1.parent == coll, 1);
    EXPECT(op->v1.of.proxy.pid == getpid() && op->v1.of.proxy.peer == 8 &&
               op->v1.of.proxy.sends == 1,
           1);
    EXPECT(seen->records, 1);
    EXPECT(seen->state, 17);
    EXPECT(seen->argument.appended, 33);
    if (real >= 4)
        EXPECT(seen->id, VERSION < 4 ? 0 : 77);
    if (real >= 4)
        EXPECT(seen->ranks, VERSION < 4 ? 0 : 16 + 300 + 2000 + 10000 * 'A');
}

int main(int count, char **arguments)
{
    void *lazy = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    event_here event = {.rank = 0};
    union lazynccl_profiler_state appended = {.appended = 33};
    void *group, *call = NULL, *coll, *p2p, *op;
    int mask = 0;

    profiler = lazy ? dlsym(lazy, "ncclProfiler_v" TEXT(VERSION)) : NULL;
    EXPECT(profiler != NULL, 1);
    EXPECT(strcmp(profiler->name, "lazy"), 0);
    for (int i = 2; i < count; i += 2)
        EXPECT(dlopen(arguments[i], RTLD_NOW | RTLD_NOLOAD) == NULL, 1); /* nothing before init */
    EXPECT(begin(&mask), 0);
    if (count == 2) {
        EXPECT(mask, 0);
        EXPECT(start(1, NULL, &event) == NULL, 1);
        EXPECT(profiler->stopEvent(NULL) || profiler->finalize(ctx), 0);
        return 0;
    }
    EXPECT(mask & 0xf, 0xf);
    group = start(1, NULL, &event);
    if (VERSION >= 5)
        call = start(1 << 9, group, &event);
    coll = start_coll(group, call);
    p2p = start_p2p(group);
    EXPECT(profiler->stopEvent(coll) || profiler->stopEvent(p2p), 0);
    EXPECT(profiler->stopEvent(coll), 0); /* once more: the profilers do not see it */
    event.of.proxy = (struct lazynccl_profiler_proxy_v1){getpid(), 1, 8, 2, 4096, 1};
    op = start(LAZYNCCL_PROFILER_PROXY, coll, &event);
    EXPECT(profiler->recordEventState(op, 17, &appended), 0);
    EXPECT(profiler->stopEvent(op) || profiler->stopEvent(group) || profiler->stopEvent(call), 0);
    EXPECT(profiler->recordEventState(op, 17, &appended), 0); /* after the end of the event */
    EXPECT(profiler->finalize(ctx) || profiler->finalize(ctx), 0);
    EXPECT(start(1, NULL, &event) == NULL, 1);
    for (int i = 2; i < count; i += 2) {
        void *file = dlopen(arguments[i], RTLD_NOW | RTLD_NOLOAD);
        const struct profiler_record *seen = file ? dlsym(file, "profiler_record") : NULL;

        EXPECT(seen != NULL && seen->inits == 1 && seen->ends == 1, 1);
        expect_events(seen, atoi(arguments[i + 1]));
    }
    return 0;
}
