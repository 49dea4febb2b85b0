/* Calls libnccl-net-lazy.so's profiler as an NCCL of one version, and compares what the profilers
 * get with what was passed.
 *
 * usage: profiler-events LAZY [PROFILER]... */
#include "other.h"
#include "profiler.h"
#include <unistd.h>

#define EVENTS 5
typedef struct JOIN(lazynccl_profiler_event_v, VERSION) event_here;

#if VERSION < 5
typedef uint8_t type_here;
#else
typedef uint64_t type_here;
#endif

static const struct JOIN(lazynccl_profiler_v, VERSION) * profiler;
static void *ctx;
static event_here passed[EVENTS];
static int parents[EVENTS], groups[EVENTS]; /* numbers of events, or -1 */
static void *handles[EVENTS];
static int count;

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

/* Returns the place of an event's member `group`, or NULL. */
static void **group_of(event_here *event)
{
#if VERSION >= 5
    if (event->type == LAZYNCCL_PROFILER_COLL)
        return &event->of.coll.group;
    if (event->type == LAZYNCCL_PROFILER_P2P)
        return &event->of.p2p.group;
#else
#endif
    return NULL;
}

/* Starts an event whose members are numbered bytes, in memory of this version's size: more must not
 * be read. Before v5 the parent of an event is its group. Returns its number. */
static int start(uint64_t type, int parent, int group)
{
    event_here *event = malloc(sizeof *event);
    int i = count++;

    if (VERSION < 5 && group >= 0)
        parent = group;
    memset(event, 0, sizeof *event);
    for (size_t b = 0; b < sizeof event->of.bytes; b++)
        event->of.bytes[b] = (unsigned char)(b + 1);
    event->type = (type_here)type;
    event->parent = parent < 0 ? NULL : handles[parent];
    event->rank = 3;
    if (type == LAZYNCCL_PROFILER_PROXY)
        event->of.proxy.pid = getpid();
    if (group_of(event))
        *group_of(event) = group < 0 ? NULL : handles[group];
    passed[i] = *event;
    parents[i] = parent;
    groups[i] = group;
    EXPECT(profiler->startEvent(ctx, &handles[i], event), 0);
    free(event);
    return i;
}

static void expect_events(const struct profiler_record *seen)
{
    EXPECT(seen->starts, count);
    EXPECT(seen->stops, count);
    EXPECT(seen->inits == 1 && seen->ends == 1, 1);
    EXPECT(seen->ctx == seen, 1);
    for (int i = 0; i < count; i++) {
        event_here wanted = passed[i];

        /* the profiler's own handles are the addresses of its records */
        wanted.parent = parents[i] < 0 ? NULL : (void *)&seen->events[parents[i]];
        if (group_of(&wanted))
            *group_of(&wanted) = groups[i] < 0 ? NULL : (void *)&seen->events[groups[i]];
        EXPECT(memcmp(&seen->events[i], &wanted, sizeof wanted), 0);
    }
    EXPECT(seen->records, 1);
    EXPECT(seen->state, 17);
    EXPECT(seen->argument.appended, 33);
    if (VERSION >= 4)
        EXPECT(seen->id == 77 && seen->ranks == 16 + 300 + 2000 + 10000 * 'A', 1);
}

int main(int words, char **arguments)
{
    void *lazy = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    union profiler_state appended = {.appended = 33};
    int mask = 0, group, call = -1, coll, proxy;

    profiler = lazy ? dlsym(lazy, "ncclProfiler_v" TEXT(VERSION)) : NULL;
    EXPECT(profiler != NULL, 1);
    EXPECT(strcmp(profiler->name, "lazy"), 0);
    for (int i = 2; i < words; i++)
        EXPECT(dlopen(arguments[i], RTLD_NOW | RTLD_NOLOAD) == NULL, 1); /* nothing before init */
    EXPECT(begin(&mask), 0);
    if (words == 2) {
        EXPECT(mask, 0);
        start(1, -1, -1);
        EXPECT(handles[0] == NULL, 1);
        EXPECT(profiler->stopEvent(NULL) || profiler->finalize(ctx), 0);
        return 0;
    }
    EXPECT(mask, 0x20f);
    group = start(1, -1, -1);
    if (VERSION >= 5)
        call = start(1 << 9, group, -1);
    coll = start(LAZYNCCL_PROFILER_COLL, call, group);
    start(LAZYNCCL_PROFILER_P2P, -1, group);
    EXPECT(profiler->stopEvent(handles[coll]), 0);
    EXPECT(profiler->stopEvent(handles[coll]), 0); /* once more: the profilers do not see it */
    proxy = start(LAZYNCCL_PROFILER_PROXY, coll, -1);
    EXPECT(profiler->recordEventState(handles[proxy], 17, &appended), 0);
    for (int i = 0; i < count; i++)
        if (i != coll)
            EXPECT(profiler->stopEvent(handles[i]), 0);
    EXPECT(profiler->recordEventState(handles[proxy], 17, &appended), 0); /* after its end */
    EXPECT(profiler->finalize(ctx) || profiler->finalize(ctx), 0);
    for (int i = 2; i < words; i++) {
        void *file = dlopen(arguments[i], RTLD_NOW | RTLD_NOLOAD);

        EXPECT(file != NULL, 1);
        expect_events(dlsym(file, "profiler_record"));
    }
    void *late = NULL;
    EXPECT(profiler->startEvent(ctx, &late, &passed[0]) || late, 0);
    return 0;
}
