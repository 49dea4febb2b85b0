/* A profiler with one version of the interface, which records its arguments.
 *
 * FAKE_COUNTS names a file to which each process appends a line of counts when it ends. */
#include "profiler.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#define EVENT_BYTES sizeof(struct JOIN(lazynccl_profiler_event_v, VERSION))

__attribute__((visibility("default"))) struct profiler_record profiler_record;
static struct profiler_record *const seen = &profiler_record;

static int begin(void **ctx, int *mask)
{
    if (getenv("FAKE_PROFILER_FAILS"))
        return 3;
    *ctx = getenv("FAKE_PROFILER_WITHOUT_CONTEXT") ? NULL : seen;
    *mask = MASK;
    seen->inits++;
    return 0;
}

#if VERSION < 4
static int init(void **ctx, int *mask)
{
    return begin(ctx, mask);
}
#elif VERSION == 4
static int init(void **ctx, int *mask, const char *name, uint64_t id, int nodes, int ranks,
                int rank, lazynccl_net_log log)
#else
static int init(void **ctx, uint64_t id, int *mask, const char *name, int nodes, int ranks,
                int rank, lazynccl_net_log log)
#endif
#if VERSION >= 4
{
    seen->id = id;
    seen->ranks = ranks + 100 * rank + 1000 * nodes + (name ? 10000 * name[0] : 0);
    return begin(ctx, mask);
}
#endif

static int start(void *ctx, void **event, void *of)
{
    int number = __atomic_fetch_add(&seen->starts, 1, __ATOMIC_RELAXED);

    seen->ctx = ctx;
    memcpy(&seen->events[number % 16], of, EVENT_BYTES);
    *event = &seen->events[number % 16];
    return 0;
}

static int stop(void *event)
{
    __atomic_fetch_add(&seen->stops, event != NULL, __ATOMIC_RELAXED);
#ifdef FAULT_STOP
    return 3;
#endif
    return 0;
}

static int record(void *event, int state, void *argument)
{
    const union profiler_state *of = argument;

    __atomic_fetch_add(&seen->records, event != NULL, __ATOMIC_RELAXED);
    seen->state = state;
    seen->argument = (union profiler_state){{0, 0}};
    if (of && VERSION < 4)
        seen->argument = *of;
    else if (of)
        seen->argument.since_v4 = of->since_v4;
    return 0;
}

static int end(void *ctx)
{
    if (!ctx)
        abort(); /* as NVIDIA's inspector crashes */
    seen->ends += ctx == seen;
    return 0;
}

__attribute__((destructor)) static void write_counts(void)
{
    const char *path = getenv("FAKE_COUNTS");
    FILE *file = path ? fopen(path, "a") : NULL;

    if (!file)
        return;
    fprintf(file, "profiler v%d inits %d starts %d stops %d records %d ends %d\n", VERSION,
            seen->inits, seen->starts, seen->stops, seen->records, seen->ends);
    fclose(file);
}

#ifdef NO_STOP
#define stop NULL
#endif
__attribute__((visibility("default"))) const struct JOIN(lazynccl_profiler_v, VERSION)
    JOIN(ncclProfiler_v, VERSION) = {"fake", init, start, stop, record, end};
