/* Calls libnccl-net-lazy.so's profiler as an NCCL of one version, and compares what two profilers
 * of other versions get. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * usage: profiler-pair LAZY [PROFILER VERSION]... */
#include "other.h"
#include "profiler.h"
#include <unistd.h>

/* The bytes of an event in this version: more must not be read. */
static const size_t sizes[] = {0, 120, 128, 120, 104, 112, 112, 136};
static const struct lazynccl_profiler *profiler;
static void *ctx;

static int begin(int *mask)
{
    if (VERSION < 4)
        return profiler->init.v1(&ctx, mask);
    if (VERSION == 4)
        return profiler->init.v4(&ctx, mask, "A", 77, 2, 16, 3, log_line);
    return profiler->init.v5(&ctx, 77, mask, "A", 2, 16, 3, log_line);
}

/* Starts an event in memory of this version's size. */
static void *start(uint64_t type, void *parent, const struct lazynccl_profiler_event *of)
{
    struct lazynccl_profiler_event *event = malloc(sizes[VERSION]);
    void *handle = NULL;

    memcpy(event, of, sizes[VERSION]);
    if (VERSION < 5)
        event->type.before_v5 = (uint8_t)type;
    else
        event->type.since_v5 = type;
    event->parent = parent;
    event->rank = 3;
    EXPECT(profiler->startEvent(ctx, &handle, event), 0);
    free(event);
    return handle;
}

#define FILL_COLL(c)                                                                               \
    ((c)->sequence = 11, (c)->send = (void *)0x10, (c)->receive = (void *)0x20, (c)->count = 1234, \
     (c)->root = 5, (c)->channels = 6, (c)->warps = 7)
#define FILL_NAMES(c)                                                                              \
    ((c)->function = "AllReduce", (c)->datatype = "ncclFloat32", (c)->algorithm = "RING",          \
     (c)->protocol = "SIMPLE")

static void *start_coll(void *group, void *call)
{
    struct lazynccl_profiler_event event = {.rank = 0};

    if (VERSION == 1) {
        struct lazynccl_profiler_coll_v1 *coll = &event.of.coll_v1;

        FILL_COLL(coll);
        *coll = (struct lazynccl_profiler_coll_v1){
            "A", 77, 11, 4, coll->send, coll->receive, 1234, 5, 7, 2, 999, 6, 7, 1, 2, 1, 1};
    } else if (VERSION == 2) {
        FILL_COLL(&event.of.coll_v2);
        FILL_NAMES(&event.of.coll_v2);
        event.of.coll_v2.name = "A";
        event.of.coll_v2.hash = 77;
        event.of.coll_v2.traffic = 999;
    } else if (VERSION == 3) {
        FILL_COLL(&event.of.coll_v3);
        FILL_NAMES(&event.of.coll_v3);
        event.of.coll_v3.name = "A";
        event.of.coll_v3.hash = 77;
    } else {
        FILL_COLL(&event.of.coll);
        FILL_NAMES(&event.of.coll);
    }
    if (VERSION >= 5)
        event.of.coll.group = group;
    if (VERSION >= 7) {
        event.of.coll.tag = 4242;
        event.of.coll.symmetric = true;
        event.of.coll.variant = "K";
    }
    return start(LAZYNCCL_PROFILER_COLL, VERSION >= 5 ? call : group, &event);
}

static void *start_p2p(void *group)
{
    struct lazynccl_profiler_event event = {.rank = 0};

    if (VERSION == 1)
        event.of.p2p_v1 = (struct lazynccl_profiler_p2p_v1){"A", 77, 6, (void *)0x30, 7, 55, 9};
    else if (VERSION < 4)
        event.of.p2p_v2 =
            (struct lazynccl_profiler_p2p_v2){"A", 77, "Send", (void *)0x30, "ncclFloat32", 55, 9};
    else
        event.of.p2p = (struct lazynccl_profiler_p2p_v7){
            "Send", (void *)0x30, "ncclFloat32", 55, 9, 2, NULL, 0};
    if (VERSION >= 5)
        event.of.p2p.group = group;
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

static void expect_coll(const struct lazynccl_profiler_event *event, int real)
{
    const struct lazynccl_profiler_coll_v1 *v1 = &event->of.coll_v1;
    const struct lazynccl_profiler_coll_v7 *coll = &event->of.coll;

    if (real == 1) {
        EXPECT_COLL(v1);
        EXPECT(v1->function == 4 && v1->datatype == 7 && v1->algorithm == 1 && v1->protocol == 2,
               1);
        EXPECT(v1->traffic, VERSION <= 2 ? 999 : 0);
        EXPECT(v1->operation == 2 && v1->collnet == 1 && v1->nvls == 1, VERSION == 1);
    } else if (real == 2) {
        EXPECT_COLL(&event->of.coll_v2);
        EXPECT_NAMES(&event->of.coll_v2);
        EXPECT(event->of.coll_v2.traffic, VERSION <= 2 ? 999 : 0);
    } else if (real == 3) {
        EXPECT_COLL(&event->of.coll_v3);
        EXPECT_NAMES(&event->of.coll_v3);
    } else {
        EXPECT_COLL(coll);
        EXPECT_NAMES(coll);
    }
    if (real < 4) {
        EXPECT(v1->hash, VERSION < 4 ? 77 : 0);
        EXPECT(v1->name ? *v1->name : 0, VERSION < 4 ? 'A' : 0);
    }
    if (real >= 7) {
        EXPECT(coll->tag, VERSION >= 7 ? 4242 : 0);
        EXPECT(coll->symmetric, VERSION >= 7);
        EXPECT(coll->variant != NULL, VERSION >= 7);
    }
}

static void expect_p2p(const struct lazynccl_profiler_event *event, int real)
{
    const struct lazynccl_profiler_p2p_v1 *v1 = &event->of.p2p_v1;
    const struct lazynccl_profiler_p2p_v2 *v2 = &event->of.p2p_v2;
    const struct lazynccl_profiler_p2p_v7 *p2p = &event->of.p2p;

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
    const struct lazynccl_profiler_event *group = &seen->events[0];
    int both = VERSION >= 5 && real >= 5;
    const struct lazynccl_profiler_event *call = both ? group + 1 : NULL;
    const struct lazynccl_profiler_event *coll = group + 1 + both, *p2p = coll + 1, *op = coll + 2;

    EXPECT(seen->starts, 4 + both);
    EXPECT(seen->stops, 4 + both);
    EXPECT(seen->ctx == seen, 1);
    EXPECT(real < 5 ? coll->type.before_v5 : coll->type.since_v5, LAZYNCCL_PROFILER_COLL);
    expect_coll(coll, real);
    expect_p2p(p2p, real);
    EXPECT(coll->rank, 3);
    EXPECT(coll->parent == (real < 5 ? (void *)group : (void *)call), 1);
    if (real >= 5)
        EXPECT(coll->of.coll.group == group && p2p->of.p2p.group == group, 1);
    else
        EXPECT(p2p->parent == group, 1);
    EXPECT(op->parent == coll, 1);
    EXPECT(op->of.proxy.pid == getpid() && op->of.proxy.peer == 8 && op->of.proxy.sends == 1, 1);
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
    struct lazynccl_profiler_event event = {.rank = 0};
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
    event.of.proxy = (struct lazynccl_profiler_proxy){getpid(), 1, 8, 2, 4096, 1};
    op = start(LAZYNCCL_PROFILER_PROXY_OP, coll, &event);
    EXPECT(profiler->recordEventState(op, 17, &appended), 0);
    EXPECT(profiler->stopEvent(op) || profiler->stopEvent(group) || profiler->stopEvent(call), 0);
    EXPECT(profiler->recordEventState(op, 17, &appended), 0); /* after its end */
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
