/* Takes part in NCCL as a profiler, and writes to the ring how far each collective is on the GPU.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * NCCL reports a call (since version 5 of the interface), the launch of its kernel, and the start
 * and stop of each GPU channel. The parent of a launch is its call; the parent of a channel's event
 * is its launch. So the handle of an event is the sequence number of the call's record, not memory,
 * and a handle that NCCL drops when it aborts costs nothing. Before version 5, a launch is compared
 * with the calls that its thread has just made.
 *
 * NCCL counts the work of each channel on the host and on the GPU, and reports a channel when the
 * GPU's count has reached the host's. In 2.26.2 to 2.30.7, whose sources were read, the counts
 * differ permanently after a rank sends to itself, or after a CUDA graph is launched after a call
 * outside of it. From then on, a collective would seem complete when the previous one is. So the
 * state of all later collectives of such a communicator is unknown. */
#include "standin/template/standin.h"
#include "standin/template/trace.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define CONF lazynccl_standin_conf
#define WORDS LAZYNCCL_RING_WORDS
#define LOOKED_AT 1024 /* records to search for a thread's calls, among those of other threads */

/* Types of events, which are also the bits of the mask. */
enum {
    EVENT_LAUNCH = 0x2,
    EVENT_PEER_LAUNCH = 0x4,
    EVENT_CHANNEL = 0x40,
    EVENT_CALL = 0x200,
    EVENT_PEER_CALL = 0x400,
    EVENT_WANTED = EVENT_LAUNCH | EVENT_PEER_LAUNCH | EVENT_CHANNEL,
    EVENT_WANTED_V5 = EVENT_WANTED | EVENT_CALL | EVENT_PEER_CALL
};

/* Descriptions of events, up to the last member that is read here. */
struct launch {
    uint64_t sequence;
    const char *function;
    const void *send;
    void *receive;
    size_t count;
    int root;
    const char *type;
    uint8_t channels;
};

struct peer_launch {
    const char *function;
    void *buffer;
    const char *type;
    size_t count;
    int peer;
};

struct old_name { /* before version 4 */
    const char *name;
    uint64_t hash;
};

struct event_v3 {
    uint8_t type;
    void *parent;
    int rank;
    struct old_name name;
    union {
        struct launch launch;
        struct peer_launch peer;
    } of;
};

struct event_v4 {
    uint8_t type;
    void *parent;
    int rank;
    union {
        struct launch launch;
        struct peer_launch peer;
    } of;
};

struct event_v5 {
    uint64_t type;
    void *parent;
    int rank;
    union {
        struct launch launch;
        struct peer_launch peer;
        struct {
            const char *function;
            size_t count;
            const char *type;
            int root;
            void *stream;
            uint8_t captured;
        } call;
        struct {
            const char *function;
            size_t count;
            const char *type;
            void *stream;
            uint8_t captured;
        } peer_call;
    } of;
};

/* A communicator. It is never freed, because NCCL's threads may still have events for it. */
struct context {
    struct context *before; /* a list that keeps all contexts reachable for leak checkers */
    uint64_t handle;        /* before version 5: its ncclComm_t; 0 until known */
    int captured;           /* atomic; 1: the last call was captured by a CUDA graph */
    int is_unknown;         /* atomic; 1: NCCL's two counts differ permanently */
};

static struct context *contexts; /* atomic */

/* The collectives: names in events and calls, and the number of each parameter; 0: none. */
static const struct collective {
    const char *event, *call;
    uint8_t count, type, root, handle;
} collectives[] = {
    {"AllReduce", "ncclAllReduce", 3, 4, 0, 6}, {"Broadcast", "ncclBroadcast", 3, 4, 5, 6},
    {"Broadcast", "ncclBcast", 2, 3, 4, 5},     {"Reduce", "ncclReduce", 3, 4, 6, 7},
    {"AllGather", "ncclAllGather", 3, 4, 0, 5}, {"ReduceScatter", "ncclReduceScatter", 3, 4, 0, 6},
};
#define COLLECTIVES (int)(sizeof collectives / sizeof *collectives)

/* The kinds of events. */
enum kind { KIND_NONE, KIND_CALL, KIND_LAUNCH, KIND_CHANNEL };

struct event {
    enum kind kind;
    int captured;      /* 1: a CUDA graph captured the call */
    uint8_t launch;    /* the number of the launch, modulo 256 */
    uint64_t sequence; /* the number of the call's record; 0: none */
};

static void *pack(struct event event)
{
    return (void *)(uintptr_t)(event.sequence << 11 | (uint64_t)event.captured << 10 |
                               (uint64_t)event.launch << 2 | event.kind);
}

static struct event unpack(const void *handle)
{
    uint64_t bits = (uintptr_t)handle;

    return (struct event){.kind = (enum kind)(bits & 3),
                          .launch = (uint8_t)(bits >> 2),
                          .captured = bits >> 10 & 1,
                          .sequence = bits >> 11};
}

/* Returns the progress of the record with this sequence number, as one word. */
static uint64_t *progress_at(struct lazynccl_ring *ring, uint64_t sequence)
{
    return (uint64_t *)(void *)((char *)ring + ring->progress) + ((sequence - 1) & ring->mask);
}

static struct lazynccl_ring_progress read_word(uint64_t word)
{
    struct lazynccl_ring_progress progress;

    memcpy(&progress, &word, sizeof progress);
    return progress;
}

static uint64_t word_of(struct lazynccl_ring_progress progress)
{
    uint64_t word;

    memcpy(&word, &progress, sizeof word);
    return word;
}

/* Returns the ring of this process if it has room for progress, otherwise NULL. */
static struct lazynccl_ring *ring_with_progress(void)
{
    struct lazynccl_ring *ring = lazynccl_trace_ring();

    return ring && ring->progress ? ring : NULL;
}

/* Records that a call's kernel was launched. Returns the number of the launch. */
static uint8_t count_launch(struct lazynccl_ring *ring, uint64_t sequence, uint8_t channels)
{
    uint64_t *at = progress_at(ring, sequence), was = __atomic_load_n(at, __ATOMIC_ACQUIRE);
    struct lazynccl_ring_progress now;

    do {
        now = read_word(was);
        if ((int32_t)(now.sequence - (uint32_t)sequence) > 0 && was)
            return 0; /* a later call has replaced the record */
        if (now.sequence != (uint32_t)sequence)
            now.launches = 0;
        now = (struct lazynccl_ring_progress){.sequence = (uint32_t)sequence,
                                              .channels = channels,
                                              .launches = (uint8_t)(now.launches + 1)};
    } while (!__atomic_compare_exchange_n(at, &was, word_of(now), 0, __ATOMIC_ACQ_REL,
                                          __ATOMIC_ACQUIRE));
    return now.launches;
}

/* Records that a channel of a launch has started or stopped. Does nothing if the kernel was
 * launched again or the record was replaced. */
static void count_channel(struct event event, int has_stopped)
{
    struct lazynccl_ring *ring = event.sequence ? ring_with_progress() : NULL;
    struct lazynccl_ring_progress now;

    if (!ring)
        return;
    uint64_t *at = progress_at(ring, event.sequence), was = __atomic_load_n(at, __ATOMIC_ACQUIRE);
    do {
        now = read_word(was);
        if (now.sequence != (uint32_t)event.sequence || now.launches != event.launch)
            return;
        if (has_stopped)
            now.stopped++;
        else
            now.started++;
    } while (!__atomic_compare_exchange_n(at, &was, word_of(now), 0, __ATOMIC_ACQ_REL,
                                          __ATOMIC_ACQUIRE));
}

/* Walks the calls of this thread, from the newest to older ones. */
struct calls {
    const struct lazynccl_ring *ring;
    uint64_t next, least; /* records from `next` - 1 down to `least` are not yet examined */
    const struct lazynccl_ring_record *record; /* the current call's */
    uint64_t sequence;                         /* the current call's */
    const char *name; /* the current function's, without the p of a profiling name */
};

static struct calls begin_calls(const struct lazynccl_ring *ring)
{
    uint64_t next = __atomic_load_n(&ring->next, __ATOMIC_ACQUIRE);
    uint64_t kept = ring->mask + 1 < LOOKED_AT ? ring->mask + 1 : LOOKED_AT;

    return (struct calls){.ring = ring, .next = next, .least = next > kept ? next - kept : 0};
}

static const char *name_of(const struct lazynccl_ring *ring, unsigned function)
{
    const char *name = (const char *)ring + ring->names;

    while (function-- > 0)
        name += strlen(name) + 1;
    return *name == 'p' ? name + 1 : name;
}

/* Moves to the previous call. Returns 0 if there is none. */
static int find_call(struct calls *calls)
{
    const struct lazynccl_ring *ring = calls->ring;
    const struct lazynccl_ring_record *records = (const void *)((const char *)ring + ring->records);
    uint64_t own = lazynccl_trace_thread() & 0xffffffffffff;

    while (calls->next > calls->least) {
        const struct lazynccl_ring_record *record = &records[--calls->next & ring->mask];
        unsigned function = (unsigned)(record->thread >> 48);

        if ((record->thread & 0xffffffffffff) != own ||
            (uint32_t)record->check != (uint32_t)(calls->next + 1) ||
            function & LAZYNCCL_RING_RETURN || function >= ring->functions)
            continue;
        calls->record = record;
        calls->sequence = calls->next + 1;
        calls->name = name_of(ring, function);
        return 1;
    }
    return 0;
}

/* Returns an argument of a call by the number of its parameter; 0 if it is not recorded. */
static uint64_t argument(const struct calls *calls, int parameter)
{
    const struct lazynccl_recipe *recipe = LAZYNCCL_STANDIN_DATA(CONF.recipes);

    recipe += calls->record->thread >> 48;
    for (int i = 0; i < WORDS; i++)
        if (parameter && recipe->parameter[i] == parameter)
            return calls->record->words[i];
    return 0;
}

/* Returns the collective of a call, or NULL. */
static const struct collective *collective_of(const struct calls *calls)
{
    for (int i = 0; i < COLLECTIVES; i++)
        if (strcmp(calls->name, collectives[i].call) == 0)
            return &collectives[i];
    return NULL;
}

/* Returns the sequence number of this thread's current call, or 0 if that is another function. */
static uint64_t find_current(const struct lazynccl_ring *ring, const char *function, size_t count)
{
    struct calls calls = begin_calls(ring);
    const struct collective *own = find_call(&calls) ? collective_of(&calls) : NULL;

    return own && strcmp(own->event, function) == 0 && argument(&calls, own->count) == count
               ? calls.sequence
               : 0;
}

/* Returns the bytes of a type by its name in events, such as "ncclBfloat16". */
static size_t size_of_name(const char *name)
{
    name += strcspn(name, "123468");
    return (size_t)strtoul(name, NULL, 10) / 8;
}

static size_t size_of_type(uint64_t type)
{
    static const uint8_t sizes[] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2, 1, 1};

    return type < sizeof sizes ? sizes[type] : 0;
}

static int is_launched(struct lazynccl_ring *ring, uint64_t sequence)
{
    uint64_t word = __atomic_load_n(progress_at(ring, sequence), __ATOMIC_ACQUIRE);

    return word && read_word(word).sequence == (uint32_t)sequence;
}

/* The calls to which a launch may belong, because they have its shape. */
struct choice {
    uint64_t sequence; /* the number of the oldest such call; 0: none */
    uint64_t handle;
    int is_ambiguous; /* 1: such calls use several communicators */
};

/* Chooses a call if it has the launch's shape and, if known, communicator. The oldest one wins. */
static void consider(struct choice *choice, const struct calls *calls, const struct launch *launch,
                     uint64_t wanted)
{
    const struct collective *own = collective_of(calls);

    if (!own || strcmp(own->event, launch->function) != 0 ||
        argument(calls, own->count) * size_of_type((uint32_t)argument(calls, own->type)) !=
            launch->count * size_of_name(launch->type) ||
        (own->root && (int)argument(calls, own->root) != launch->root))
        return;
    uint64_t handle = argument(calls, own->handle);
    if (wanted && handle != wanted)
        return;
    if (choice->sequence && choice->handle != handle)
        choice->is_ambiguous = 1;
    choice->handle = handle;
    choice->sequence = calls->sequence;
}

/* Before version 5, finds the call of a launch by its shape: this thread's current call, or, if
 * that ends a group, a call in the group. Returns -1 if there is no such call, otherwise 0. */
static int find_by_shape(struct lazynccl_ring *ring, struct context *context,
                         const struct launch *launch, uint64_t *sequence)
{
    struct calls calls = begin_calls(ring);
    struct choice choice = {0};
    int depth = 0;

    *sequence = 0;
    if (!find_call(&calls))
        return -1;
    do {
        if (strcmp(calls.name, "ncclGroupEnd") == 0)
            depth++;
        else if (strcmp(calls.name, "ncclGroupStart") == 0)
            depth--;
        else if (!is_launched(ring, calls.sequence))
            consider(&choice, &calls, launch, context->handle);
    } while (depth > 0 && find_call(&calls));
    if (!choice.sequence)
        return -1;
    if (!choice.is_ambiguous) {
        context->handle = choice.handle;
        *sequence = choice.sequence;
    }
    return 0;
}

static void mark_unknown(struct context *context)
{
    __atomic_store_n(&context->is_unknown, 1, __ATOMIC_RELAXED);
}

/* NCCL's counts differ from now on if it launches a captured call and the last call was not
 * captured, or the other way round. */
static void check_capture(struct context *context, int captured)
{
    if (captured != __atomic_load_n(&context->captured, __ATOMIC_RELAXED))
        mark_unknown(context);
}

/* Records a launch of a call's kernel. Returns the handle of its event. */
static void *start_launch(struct lazynccl_ring *ring, struct context *context, uint64_t sequence,
                          int captured, uint8_t channels)
{
    struct event event = {.kind = KIND_LAUNCH, .captured = captured, .sequence = sequence};

    if (!sequence)
        return NULL;
    if (channels > 64 || __atomic_load_n(&context->is_unknown, __ATOMIC_RELAXED))
        channels = 0;
    if (captured)
        channels |= LAZYNCCL_PROGRESS_CAPTURED;
    event.launch = count_launch(ring, sequence, channels);
    return pack(event);
}

static void *start_channel(const void *parent)
{
    struct event event = unpack(parent);

    if (event.kind != KIND_LAUNCH)
        return NULL;
    count_channel(event, 0);
    event.kind = KIND_CHANNEL;
    return pack(event);
}

/* Checks a launch of a send or a receive: NCCL's counts differ if a rank sends to itself. */
static void check_peer(struct context *context, int rank, int peer)
{
    if (rank == peer)
        mark_unknown(context);
}

static int start_v5(void *of, void **handle, struct event_v5 *event)
{
    struct lazynccl_ring *ring = ring_with_progress();
    struct context *context = of;
    struct event call = {.kind = KIND_CALL}, parent = unpack(event->parent);

    *handle = NULL;
    if (!ring || !context)
        return 0;
    if (event->type == EVENT_CALL || event->type == EVENT_PEER_CALL) {
        call.captured =
            event->type == EVENT_CALL ? event->of.call.captured : event->of.peer_call.captured;
        __atomic_store_n(&context->captured, call.captured, __ATOMIC_RELAXED);
        if (event->type == EVENT_CALL)
            call.sequence = find_current(ring, event->of.call.function, event->of.call.count);
        *handle = pack(call);
    } else if (event->type == EVENT_LAUNCH && parent.kind == KIND_CALL) {
        check_capture(context, parent.captured);
        *handle = start_launch(ring, context, parent.sequence, parent.captured,
                               event->of.launch.channels);
    } else if (event->type == EVENT_PEER_LAUNCH && parent.kind == KIND_CALL) {
        check_capture(context, parent.captured);
        check_peer(context, event->rank, event->of.peer.peer);
    } else if (event->type == EVENT_CHANNEL) {
        *handle = start_channel(event->parent);
    }
    return 0;
}

/* Starts an event of version 3 or 4. A launch without a call of its thread is a CUDA graph's. */
static int start_old(struct context *context, void **handle, const void *parent, uint64_t type,
                     int rank, const void *of)
{
    const struct launch *launch = of;
    const struct peer_launch *peer = of;
    struct lazynccl_ring *ring = ring_with_progress();
    struct calls calls;
    uint64_t sequence;

    *handle = NULL;
    if (!ring || !context)
        return 0;
    if (type == EVENT_LAUNCH) {
        if (find_by_shape(ring, context, launch, &sequence) != 0)
            mark_unknown(context);
        *handle = start_launch(ring, context, sequence, 0, launch->channels);
    } else if (type == EVENT_PEER_LAUNCH) {
        calls = begin_calls(ring);
        check_peer(context, rank, find_call(&calls) ? peer->peer : rank);
    } else if (type == EVENT_CHANNEL) {
        *handle = start_channel(parent);
    }
    return 0;
}

static int start_v3(void *context, void **handle, struct event_v3 *event)
{
    return start_old(context, handle, event->parent, event->type, event->rank, &event->of);
}

static int start_v4(void *context, void **handle, struct event_v4 *event)
{
    return start_old(context, handle, event->parent, event->type, event->rank, &event->of);
}

static int stop(void *handle)
{
    struct event event = unpack(handle);

    if (event.kind == KIND_CHANNEL)
        count_channel(event, 1);
    return 0;
}

static int note_state(void *handle, int state, void *of)
{
    (void)handle, (void)state, (void)of;
    return 0;
}

static int begin(void **to, int *mask, uint32_t version)
{
    struct lazynccl_ring *ring = ring_with_progress();
    struct context *context = ring ? calloc(1, sizeof *context) : NULL;

    *to = context;
    *mask = !context ? 0 : version < 5 ? EVENT_WANTED : EVENT_WANTED_V5;
    if (!context)
        return 0;
    ring->profiler = version;
    context->before = __atomic_load_n(&contexts, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&contexts, &context->before, context, 0, __ATOMIC_ACQ_REL,
                                        __ATOMIC_RELAXED))
        ;
    return 0;
}

static int begin_v3(void **context, int *mask)
{
    return begin(context, mask, 3);
}

static int begin_v4(void **context, int *mask, const char *name, uint64_t id, int nodes, int ranks,
                    int rank, void *log)
{
    (void)name, (void)id, (void)nodes, (void)ranks, (void)rank, (void)log;
    return begin(context, mask, 4);
}

/* Versions 5 to 7 have the same arguments here, and the same members of events that are read. */
#define BEGIN(version)                                                                             \
    static int begin_v##version(void **context, uint64_t id, int *mask, const char *name,          \
                                int nodes, int ranks, int rank, void *log)                         \
    {                                                                                              \
        (void)name, (void)id, (void)nodes, (void)ranks, (void)rank, (void)log;                     \
        return begin(context, mask, version);                                                      \
    }
BEGIN(5)
BEGIN(6)
BEGIN(7)

static int end(void *context)
{
    (void)context;
    return 0;
}

/* The tables that NCCL looks for. The command exports them only in stand-ins of NCCL. */
#define TABLE(version, of)                                                                         \
    __attribute__((visibility("default"))) extern const struct {                                   \
        const char *name;                                                                          \
        void (*init)(void);                                                                        \
        int (*start)(void *, void **, struct event_v##of *);                                       \
        int (*stop)(void *);                                                                       \
        int (*record)(void *, int, void *);                                                        \
        int (*finalize)(void *);                                                                   \
    } ncclProfiler_v##version;                                                                     \
    __typeof__(ncclProfiler_v##version) ncclProfiler_v##version = {                                \
        "lazynccl", (void (*)(void))begin_v##version, start_v##of, stop, note_state, end}

TABLE(3, 3);
TABLE(4, 4);
TABLE(5, 5);
TABLE(6, 5);
TABLE(7, 5);
