/* A profiler with one version of the interface, which records what it is told.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "profiler.h"
#include <stdlib.h>

__attribute__((visibility("default"))) struct profiler_record profiler_record;
static struct profiler_record *const seen = &profiler_record;

static int begin(void **ctx, int *mask)
{
    if (getenv("FAKE_PROFILER_FAILS"))
        return 3;
    *ctx = seen;
    *mask = MASK;
    seen->inits++;
    return 0;
}

#if VERSION < 4
#define INIT v1
static int init(void **ctx, int *mask)
{
    return begin(ctx, mask);
}
#elif VERSION == 4
#define INIT v4
static int init(void **ctx, int *mask, const char *name, uint64_t id, int nodes, int ranks,
                int rank, lazynccl_net_log log)
#else
#define INIT v5
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

static int start(void *ctx, void **event, struct lazynccl_profiler_event *of)
{
    seen->ctx = ctx;
    seen->events[seen->starts % 16] = *of;
    *event = &seen->events[seen->starts++ % 16];
    return 0;
}

static int stop(void *event)
{
    seen->stops += event != NULL;
    return 0;
}

static int record(void *event, int state, union lazynccl_profiler_state *of)
{
    seen->records += event != NULL;
    seen->state = state;
    seen->argument = (union lazynccl_profiler_state){{0, 0}};
    if (of && VERSION < 4)
        seen->argument = *of;
    else if (of)
        seen->argument.since_v4 = of->since_v4;
    return 0;
}

static int end(void *ctx)
{
    seen->ends += ctx == seen;
    return 0;
}

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#ifdef NO_STOP
#define stop NULL
#endif
__attribute__((visibility("default")))
const struct lazynccl_profiler JOIN(ncclProfiler_v, VERSION) = {"fake", {.INIT = init}, start,
                                                                stop,   record,         end};
