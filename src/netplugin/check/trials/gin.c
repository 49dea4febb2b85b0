/* Trials of GIN. Two threads play two ranks of one communicator, in host memory.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Data moves only with v13's type "proxy", through the CPU. From v14 on, RMA does this work. All
 * other types need a GPU. */
#include "netplugin/check/trials/trials.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

#define PROXY 2 /* netDeviceType */
#define RANKS 2
#define ROOM ((size_t)64 << 10) /* bytes of one region of the memory */
#define ADD 2                   /* signalOp */
#define HANDLE 128              /* bytes */
#define DONE 1000               /* the phase after the last */

struct gin_config {
    int signals, counters, contexts, depth, traffic_class;
};

struct gin_v13 {
    const char *name;
    int (*init)(void **ctx, uint64_t id, lazynccl_net_log);
    int (*devices)(int *ndev);
    int (*getProperties)(int dev, struct lazynccl_net_properties_v12 *);
    int (*listen)(void *ctx, int dev, void *handle, void **listened);
    int (*connect)(void *ctx, void *handles[], int ranks, int rank, void *listened, void **comm);
    int (*createContext)(void *comm, struct gin_config *, void **queue,
                         struct lazynccl_net_device_handle **);
    int (*regMrSym)(void *comm, void *data, size_t size, int type, uint64_t flags, void **mhandle,
                    void **device);
    int (*regMrSymDmaBuf)(void);
    int (*deregMrSym)(void *comm, void *mhandle);
    int (*destroyContext)(void *queue);
    int (*closeColl)(void *comm);
    int (*closeListen)(void *listened);
    int (*iput)(void *queue, int context, uint64_t from, void *from_mhandle, size_t size,
                uint64_t to, void *to_mhandle, uint32_t rank, void **request);
    int (*iputSignal)(void *queue, int context, uint64_t from, void *from_mhandle, size_t size,
                      uint64_t to, void *to_mhandle, uint32_t rank, uint64_t signal,
                      void *signal_mhandle, uint64_t value, uint32_t how, void **request);
    int (*iget)(void);
    int (*iflush)(void);
    int (*test)(void *comm, void *request, int *done);
    int (*progress)(void *queue);
    int (*queryLastError)(void *queue, _Bool *);
    int (*finalize)(void *ctx);
};

struct gin_v14 {
    const char *name;
    int (*init)(void **ctx, uint64_t id, lazynccl_net_log);
    int (*devices)(int *ndev);
    int (*getGinProperties)(_Bool signals[2]); /* strong ones, ones by virtual address */
    int (*getProperties)(int dev, struct lazynccl_net_properties_v12 *);
    int (*operations[11])(void); /* listen to queryLastError */
    int (*finalize)(void *ctx);
};

/* What the trials of both versions call, and the device's properties. */
struct start {
    int (*init)(void **ctx, uint64_t id, lazynccl_net_log);
    int (*devices)(int *ndev);
    int (*getProperties)(int dev, struct lazynccl_net_properties_v12 *);
    int (*finalize)(void *ctx);
    struct lazynccl_net_properties_v12 properties;
};

/* A rank. Once its thread runs, only that writes the members; the main thread reports. */
struct rank {
    const struct gin_v13 *gin;
    struct rank *all;
    int number, result;
    const char *doing; /* the operation in progress. Atomic */
    int phase, failed; /* atomic; `phase` is DONE after the last phase */
    void *ctx, *listened, *comm, *queue;
    void *mhandle, *signal_mhandle;
    unsigned char handle[HANDLE];
    unsigned char *memory; /* a region to send, and the region that the other rank writes to */
    uint64_t *signal;
};

static const void *open_table(struct session *s)
{
    const void *table = session_open(s, "ncclGinPlugin_v");

    session_step(s, "the table");
    return table;
}

static void need(struct session *s, int there, const char *name)
{
    if (!there)
        session_report(s, "LN319", "%s is NULL", name);
    session_need(s, there);
}

static void check_v13(struct session *s, const struct gin_v13 *gin)
{
    need(s, gin->listen != NULL, "listen");
    need(s, gin->connect != NULL, "connect");
    need(s, gin->createContext != NULL, "createContext");
    need(s, gin->regMrSym != NULL, "regMrSym");
    need(s, gin->deregMrSym != NULL, "deregMrSym");
    need(s, gin->destroyContext != NULL, "destroyContext");
    need(s, gin->closeColl != NULL, "closeColl");
    need(s, gin->closeListen != NULL, "closeListen");
}

static struct session network; /* static, because the plugin may log until the process ends */

/* Returns the newest version of the file's network plugin that can be called, or 0. */
static int version_of_network(const struct session *s)
{
    const struct lazynccl_net_interface *net = &lazynccl_net_interfaces[LAZYNCCL_NET_KIND_NET];
    char symbol[40];
    int newest = 0;

    for (const struct lazynccl_net_version *v = net->versions; v->number; v++) {
        snprintf(symbol, sizeof symbol, "%s%d", net->symbol, v->number);
        if (v->number >= net->oldest && dlsym(s->plugin.file, symbol))
            newest = v->number;
    }
    return newest;
}

/* Initializes the file's network first, as NCCL does: GIN may share what the network has set up. */
static void begin_network(struct session *s)
{
    network = *s;
    network.version = version_of_network(s);
    if (!network.version)
        return;
    session_load(&network);
    session_step(&network, "init of the network");
    session_init(&network, "LN313", &network.plugin.ctx, 1);
}

static void end_network(void)
{
    if (network.version)
        session_finalize(&network, network.plugin.ctx);
}

/* Loads the plugin, checks its table, and reads the device's properties after init. */
static void begin(struct session *s, struct start *start, void **ctx)
{
    const void *table = open_table(s);
    const struct gin_v13 *v13 = table;
    const struct gin_v14 *v14 = table;
    int count = 0;

    if (s->version == 13) {
        *start = (struct start){v13->init, v13->devices, v13->getProperties, v13->finalize, {0}};
        check_v13(s, v13);
    } else {
        *start = (struct start){v14->init, v14->devices, v14->getProperties, v14->finalize, {0}};
        need(s, v14->getGinProperties != NULL, "getGinProperties");
    }
    need(s, start->init != NULL, "init");
    need(s, start->devices != NULL, "devices");
    need(s, start->getProperties != NULL, "getProperties");
    need(s, start->finalize != NULL, "finalize");
    begin_network(s);
    session_step(s, "init");
    session_need(s, session_check(s, "LN313", "init", start->init(ctx, 1, session_log)));
    session_step(s, "devices");
    session_need(s, session_check(s, "LN320", "devices", start->devices(&count)));
    if (count <= 0)
        SESSION_FAIL(s, "LN329", "init succeeds, but there are %d devices", count);
    if (s->options.device >= count)
        SESSION_SKIP(s, "there is no device %d", s->options.device);
    session_step(s, "getProperties");
    session_need(s, session_check(s, "LN320", "getProperties",
                                  start->getProperties(s->options.device, &start->properties)));
}

static void end(struct session *s, const struct start *start, void *ctx)
{
    session_step(s, "finalize");
    session_need(s, session_check(s, "LN320", "finalize", start->finalize(ctx)));
}

void trials_gin_start(struct session *s, struct connection *none)
{
    struct start start;
    void *ctx = NULL;

    begin(s, &start, &ctx);
    session_check_name(s);
    if (!start.properties.name)
        session_report(s, "LN316", "device %d has no name", s->options.device);
    end(s, &start, ctx);
    end_network();
    session_say(s, "works", "%s", "");
}

/* Calls an operation in a rank's thread. If it fails, the calling function returns 0. */
#define CALL(r, operation, ...)                                                                    \
    do {                                                                                           \
        __atomic_store_n(&(r)->doing, #operation, __ATOMIC_RELAXED);                               \
        (r)->result = (r)->gin->operation(__VA_ARGS__);                                            \
        if ((r)->result != LAZYNCCL_NET_SUCCESS) {                                                 \
            __atomic_store_n(&(r)->failed, 1, __ATOMIC_RELEASE);                                   \
            return 0;                                                                              \
        }                                                                                          \
    } while (0)

/* Calls the plugin's progress function, as NCCL's thread does. */
static int progress(struct rank *r)
{
    if (r->gin->progress)
        CALL(r, progress, r->queue);
    return 1;
}

/* Waits until the other rank has reached the same phase. */
static int meet(struct rank *r)
{
    const struct rank *other = &r->all[!r->number];
    int phase = __atomic_add_fetch(&r->phase, 1, __ATOMIC_ACQ_REL);

    while (__atomic_load_n(&other->phase, __ATOMIC_ACQUIRE) < phase)
        if (r->queue && !progress(r))
            return 0;
    return 1;
}

static int finish(struct rank *r, void *request)
{
    int done = 0;

    while (!done) {
        CALL(r, test, r->comm, request, &done);
        if (!done && !progress(r))
            return 0;
    }
    return 1;
}

static int connect_rank(struct rank *r)
{
    struct gin_config config = {1, 1, 1, 32, -1};
    struct lazynccl_net_device_handle *device = NULL;
    void *handles[RANKS], *unused = NULL;

    for (int i = 0; i < RANKS; i++)
        handles[i] = r->all[i].handle;
    CALL(r, connect, r->ctx, handles, RANKS, r->number, r->listened, &r->comm);
    CALL(r, closeListen, r->listened);
    CALL(r, createContext, r->comm, &config, &r->queue, &device);
    CALL(r, regMrSym, r->comm, r->memory, 2 * ROOM + GUARD, LAZYNCCL_NET_PTR_HOST, 0, &r->mhandle,
         &unused);
    CALL(r, regMrSym, r->comm, r->signal, sizeof *r->signal, LAZYNCCL_NET_PTR_HOST, 0,
         &r->signal_mhandle, &unused);
    return meet(r);
}

/* Puts half of the rank's region into the other rank's memory, and then the rest with a signal. */
static int put(struct rank *r, size_t size, uint64_t value)
{
    uint32_t other = !r->number;
    size_t half = size / 2;
    void *request = NULL;

    if (half) {
        CALL(r, iput, r->queue, 0, 0, r->mhandle, half, ROOM, r->mhandle, other, &request);
        if (!finish(r, request))
            return 0;
    }
    CALL(r, iputSignal, r->queue, 0, half, r->mhandle, size - half, ROOM + half, r->mhandle, other,
         0, r->signal_mhandle, value, ADD, &request);
    return finish(r, request);
}

/* Waits for the other rank's signal. */
static int wait_for(struct rank *r, uint64_t value)
{
    while (__atomic_load_n(r->signal, __ATOMIC_ACQUIRE) < value)
        if (!progress(r))
            return 0;
    return 1;
}

static const size_t sizes[] = {1, 4096, ROOM};

static int move(struct rank *r)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        sum += i + 1;
        if (!put(r, sizes[i], i + 1) || !wait_for(r, sum) || !meet(r))
            return 0;
    }
    CALL(r, deregMrSym, r->comm, r->mhandle);
    CALL(r, deregMrSym, r->comm, r->signal_mhandle);
    CALL(r, destroyContext, r->queue);
    r->queue = NULL;
    CALL(r, closeColl, r->comm);
    return 1;
}

static void *play(void *of)
{
    struct rank *r = of;

    if (connect_rank(r) && move(r))
        __atomic_store_n(&r->phase, DONE, __ATOMIC_RELEASE);
    return NULL;
}

static unsigned char byte_of(int rank, size_t at)
{
    return (unsigned char)((unsigned)rank * 91 + at * 7 + (at >> 8) + 3);
}

static void check_memory(struct session *s, const struct rank *r)
{
    const unsigned char *in = r->memory + ROOM;

    for (size_t at = 0; at < ROOM; at++)
        if (in[at] != byte_of(!r->number, at))
            SESSION_FAIL(s, "LN322", "byte %zu of %zu is wrong in rank %d", at, ROOM, r->number);
    for (size_t at = ROOM; at < ROOM + GUARD; at++)
        if (in[at] != GUARD_FILL)
            SESSION_FAIL(s, "LN328", "byte %zu past the end of %zu is written", at - ROOM, ROOM);
}

/* Waits for both threads, and reports the first operation that fails. */
static void watch(struct session *s, struct rank *ranks)
{
    int done = 0;

    while (done < RANKS) {
        done = 0;
        for (int i = 0; i < RANKS; i++) {
            if (__atomic_load_n(&ranks[i].failed, __ATOMIC_ACQUIRE))
                session_need(s, session_check(s, "LN320", ranks[i].doing, ranks[i].result));
            done += __atomic_load_n(&ranks[i].phase, __ATOMIC_ACQUIRE) == DONE;
        }
        if (done < RANKS)
            session_wait(s, "LN315", "rank 0 is in %s, rank 1 in %s",
                         __atomic_load_n(&ranks[0].doing, __ATOMIC_RELAXED),
                         __atomic_load_n(&ranks[1].doing, __ATOMIC_RELAXED));
    }
}

static void begin_rank(struct session *s, struct rank *r)
{
    r->memory = malloc(2 * ROOM + GUARD);
    r->signal = calloc(1, sizeof *r->signal);
    if (!r->memory || !r->signal)
        SESSION_SKIP(s, "out of memory");
    memset(r->memory, GUARD_FILL, 2 * ROOM + GUARD);
    for (size_t at = 0; at < ROOM; at++)
        r->memory[at] = byte_of(r->number, at);
    session_step(s, "listen");
    session_need(s,
                 session_check(s, "LN320", "listen",
                               r->gin->listen(r->ctx, s->options.device, r->handle, &r->listened)));
}

void trials_gin_puts(struct session *s, struct connection *none)
{
    struct rank ranks[RANKS] = {{.number = 0}, {.number = 1}};
    pthread_t threads[RANKS];
    struct start start;

    begin(s, &start, &ranks[0].ctx);
    if (s->version > 13 || start.properties.netDeviceType != PROXY)
        SESSION_SKIP(s, "its data moves by a GPU, or by RMA");
    const struct gin_v13 *gin = (const void *)s->plugin.name;

    need(s, gin->iput != NULL, "iput");
    need(s, gin->iputSignal != NULL, "iputSignal");
    need(s, gin->test != NULL, "test");
    session_step(s, "init of the other rank");
    session_need(s, session_check(s, "LN321", "init", gin->init(&ranks[1].ctx, 1, session_log)));
    for (int i = 0; i < RANKS; i++) {
        ranks[i].gin = gin;
        ranks[i].all = ranks;
        ranks[i].doing = "connect";
        begin_rank(s, &ranks[i]);
    }
    session_step(s, "two ranks");
    for (int i = 0; i < RANKS; i++)
        if (pthread_create(&threads[i], NULL, play, &ranks[i]) != 0)
            SESSION_SKIP(s, "no thread");
    watch(s, ranks);
    for (int i = 0; i < RANKS; i++) {
        pthread_join(threads[i], NULL);
        check_memory(s, &ranks[i]);
        end(s, &start, ranks[i].ctx);
        free(ranks[i].memory);
        free(ranks[i].signal);
    }
    end_network();
}
