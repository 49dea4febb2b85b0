/* Trials of a profiler with the events of a communicator, from one thread and from several.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "netplugin/check/trials/trials.h"
#include "profiler_operations.h"
#include <pthread.h>
#include <unistd.h>

#define THREADS 4
#define ROUNDS 200

enum { GROUP = 1, STEP = 1 << 4, CONTROL = 1 << 5 }; /* types of events that every version has */

/* A communicator for which the profiler was initialized. */
struct profiled {
    struct session *session;
    struct lazynccl_net_real real;
    struct lazynccl_profiler_operations does;
    void *ctx;
    int mask;
    int failed; /* result of the first operation that failed, or 0 */
    const char *operation; /* the name of that operation */
};

static void begin(struct session *s, struct profiled *p, uint64_t id)
{
    const char *missing;
    int result;

    *p = (struct profiled){.session = s};
    p->real = (struct lazynccl_net_real){session_open(s, "ncclProfiler_v"), s->version, 0, NULL};
    session_step(s, "the table");
    lazynccl_profiler_operations_of(s->version, p->real.table, &p->does);
    missing = lazynccl_profiler_missing(&p->does, 0);
    if (missing)
        SESSION_FAIL(s, "LN319", "%s is NULL", missing);
    session_step(s, "init");
    result = p->does.init(&p->real, &p->ctx, id, &p->mask, "trial", 2, 16, 3, session_log);
    session_need(s, session_check(s, s->plugin.starts++ ? "LN321" : "LN313", "init", result));
}

/* Begins a trial of events. Skips it if the profiler wants no events. */
static void begin_events(struct session *s, struct profiled *p, uint64_t id)
{
    const char *logged, *why = NULL;

    begin(s, p, id);
    if (!p->ctx && s->version >= 5) /* NCCL 2.28.3 and later ignore such a profiler */
        why = "its init returns no context";
    else if (!p->mask)
        why = "its init requests no events";
    if (!why)
        return;
    logged = session_last_logged();
    SESSION_SKIP(s, "%s%s%s", why, *logged ? "; its log: " : "", logged);
}

static void end(struct profiled *p)
{
    struct session *s = p->session;

    if (!p->ctx && s->version >= 5) { /* NCCL 2.28.3 and later do the same */
        session_say(s, "about", "its init returns no context, so NCCL does not call finalize");
        return;
    }
    session_step(s, "finalize");
    session_need(s, session_check(s, "LN320", "finalize", p->does.finalize(&p->real, p->ctx)));
}

static void note(struct profiled *p, const char *operation, int result)
{
    if (result && !p->failed) {
        p->failed = result;
        p->operation = operation;
    }
}

/* Starts an event, given in the layout of the newest version. Returns NULL if the profiler ignores
 * it. */
static void *start(struct profiled *p, uint64_t type, void *parent,
                   struct lazynccl_profiler_event event)
{
    union lazynccl_profiler_any told;
    void *handle = NULL;

    if (!((uint64_t)p->mask & type))
        return NULL;
    event.type = type;
    event.parent = parent;
    event.rank = 3;
    lazynccl_profiler_write(p->session->version, &event, &told);
    note(p, "startEvent", p->does.startEvent(&p->real, p->ctx, &handle, &told));
    return handle;
}

static void record(struct profiled *p, void *event, int state)
{
    struct {
        size_t size;
        int steps; /* only before v4 */
    } of = {4096, 1};

    if (event)
        note(p, "recordEventState", p->does.recordEventState(&p->real, event, state, &of));
}

static void stop(struct profiled *p, void *event)
{
    if (event)
        note(p, "stopEvent", p->does.stopEvent(&p->real, event));
}

/* Reports one collective's events in NCCL's order. The proxy operation ends after its parent. */
static void report_collective(struct profiled *p)
{
    struct lazynccl_profiler_event coll = {.rank = 3}, proxy = {.rank = 3}, none = {.rank = 3};
    void *group = start(p, GROUP, NULL, none), *all_reduce, *operation, *step;

    coll.of.coll = (struct lazynccl_profiler_coll){.name = "trial",
                                                   .sequence = 1,
                                                   .function = "AllReduce",
                                                   .count = 1024,
                                                   .datatype = "ncclFloat32",
                                                   .channels = 2,
                                                   .warps = 16,
                                                   .algorithm = "RING",
                                                   .protocol = "SIMPLE",
                                                   .group = group};
    proxy.of.proxy = (struct lazynccl_profiler_proxy){getpid(), 1, 5, 2, 4096, 1};
    all_reduce = start(p, LAZYNCCL_PROFILER_COLL, group, coll);
    operation = start(p, LAZYNCCL_PROFILER_PROXY, all_reduce, proxy);
    stop(p, all_reduce);
    stop(p, group);
    step = start(p, STEP, operation, none);
    for (int state = 8; state < 14; state++) /* states of a step or of proxy control */
        record(p, step, state);
    stop(p, step);
    stop(p, operation);
}

static void report(struct profiled *p)
{
    if (p->failed)
        session_check(p->session, "LN320", p->operation, p->failed);
}

void trials_profiler_start(struct session *s, struct connection *none)
{
    struct profiled p;

    begin(s, &p, 1);
    session_check_name(s);
    end(&p);
    session_say(s, "works", "%s", "");
}

void trials_profiler_events(struct session *s, struct connection *none)
{
    struct profiled p;

    begin_events(s, &p, 1);
    session_step(s, "%d collectives", ROUNDS);
    for (int i = 0; i < ROUNDS; i++)
        report_collective(&p);
    report(&p);
    end(&p);
}

static void *tell_many(void *of)
{
    struct profiled *p = of;

    for (int i = 0; i < ROUNDS; i++)
        report_collective(p);
    return NULL;
}

/* Reports events from several threads at once, like NCCL's main thread and proxy threads. */
void trials_profiler_threads(struct session *s, struct connection *none)
{
    struct profiled p, parts[THREADS];
    pthread_t threads[THREADS];

    begin_events(s, &p, 1);
    session_step(s, "%d threads", THREADS);
    for (int i = 0; i < THREADS; i++) {
        parts[i] = p;
        if (pthread_create(&threads[i], NULL, tell_many, &parts[i]) != 0)
            SESSION_SKIP(s, "threads cannot be created");
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        report(&parts[i]);
    }
    end(&p);
}

/* Starts several communicators and ends the oldest first. */
static void crowd(struct session *s, int number)
{
    struct profiled p[4];

    for (int i = 0; i < 4; i++)
        begin_events(s, &p[i], 1 + (uint64_t)i);
    for (int i = 0; i < 4; i++) {
        for (int other = i; other < 4; other++)
            report_collective(&p[other]);
        report(&p[i]);
        end(&p[i]);
    }
}

void trials_profiler_contexts(struct session *s, struct connection *none)
{
    trials_repeat(s, crowd, 10, "init again", "init and finalize");
}

/* Finalizes while events are in progress, because NCCL's proxy does not wait for the profiler. */
void trials_profiler_late(struct session *s, struct connection *none)
{
    struct lazynccl_profiler_event event = {.rank = 3};
    struct profiled p;

    begin_events(s, &p, 1);
    event.of.proxy = (struct lazynccl_profiler_proxy){getpid(), 1, 5, 2, 4096, 1};
    session_step(s, "events that are not stopped");
    for (int i = 0; i < ROUNDS; i++)
        start(&p, LAZYNCCL_PROFILER_PROXY, start(&p, GROUP, NULL, event), event);
    report(&p);
    end(&p);
}
