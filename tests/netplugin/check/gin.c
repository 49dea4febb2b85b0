/* GIN and an environment plugin as NCCL expects them: the ranks are in one process, and data is
 * copied. VERSION: 13, the type proxy, or 14. WORSE names a fault. With NETWORK, the file has a
 * network plugin that must be initialized first. */
#include "lazynccl_net.h"
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#ifndef WORSE
#define WORSE NONE
#endif
enum worse {
    NONE,
    NO_TEST,
    NO_PROPERTIES,
    NO_SIGNAL,
    ODD_BYTE,
    PAST_END,
    FAILING_PUT,
    NO_INIT,
    LOST_VALUE,
    NO_NETWORK
};
#define EXPORTED __attribute__((visibility("default")))
#define UNLESS(worse, operation) (WORSE == (worse) ? NULL : (void *)(operation))

struct memory {
    char *data[2];
};

static struct comm {
    int rank, registered;
} comms[2];
static struct memory memories[8];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t both;

static int networks;

static int init(void **ctx, uint64_t id, lazynccl_net_log log)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    extern void start(void);

#ifdef NETWORK
    if (!networks)
        return 3;
#endif
    pthread_once(&once, start);
    *ctx = &comms;
    return 0;
}

void start(void)
{
    pthread_barrier_init(&both, NULL, 2);
}

static int devices(int *ndev)
{
    *ndev = 1;
    return 0;
}

static int properties(int dev, struct lazynccl_net_properties_v12 *props)
{
    memset(props, 0, sizeof *props);
    props->name = "copy0";
    props->ptrSupport = LAZYNCCL_NET_PTR_HOST;
    props->netDeviceType = 2;
    return 0;
}

static int listens(void *ctx, int dev, void *handle, void **listened)
{
    *listened = handle;
    return 0;
}

static int connects(void *ctx, void *handles[], int ranks, int rank, void *listened, void **comm)
{
    comms[rank] = (struct comm){rank, 0};
    *comm = &comms[rank];
    pthread_barrier_wait(&both); /* as real ones, returns when all ranks have called it */
    return 0;
}

static int create(void *comm, void *config, void **queue,
                  struct lazynccl_net_device_handle **device)
{
    *queue = comm;
    return 0;
}

/* The nth registration of each rank is the same memory, seen from another rank. */
static int registers(void *of, void *data, size_t size, int type, uint64_t flags, void **mhandle,
                     void **device)
{
    struct comm *comm = of;
    struct memory *memory = &memories[comm->registered++];

    memory->data[comm->rank] = data;
    *mhandle = memory;
    pthread_barrier_wait(&both);
    return 0;
}

static int done(void *what)
{
    return 0;
}

static int done_with(void *comm, void *what)
{
    return 0;
}

static int put(void *queue, int context, uint64_t from, void *from_mhandle, size_t size,
               uint64_t to, void *to_mhandle, uint32_t rank, void **request)
{
    const struct memory *source = from_mhandle, *target = to_mhandle;
    const struct comm *comm = queue;
    char *into = target->data[rank] + to;

    memcpy(into, source->data[comm->rank] + from, size);
    if (WORSE == ODD_BYTE && size > 1000)
        into[999] ^= 1;
    if (WORSE == PAST_END && size > 1000)
        into[size] ^= 1; /* what follows comes with the signal, except at the end */
    *request = queue;
    return WORSE == FAILING_PUT ? 3 : 0;
}

static int put_signal(void *queue, int context, uint64_t from, void *from_mhandle, size_t size,
                      uint64_t to, void *to_mhandle, uint32_t rank, uint64_t signal,
                      void *signal_mhandle, uint64_t value, uint32_t how, void **request)
{
    const struct memory *signals = signal_mhandle;
    int result = put(queue, context, from, from_mhandle, size, to, to_mhandle, rank, request);

    pthread_mutex_lock(&lock);
    if (WORSE != NO_SIGNAL)
        __atomic_fetch_add((uint64_t *)(void *)(signals->data[rank] + signal), value,
                           __ATOMIC_RELEASE);
    pthread_mutex_unlock(&lock);
    return result;
}

static int test(void *comm, void *request, int *is_done)
{
    *is_done = request != NULL;
    return 0;
}

#if VERSION == 13
struct table {
    const char *name;
    void *operations[20];
};
/* clang-format off */
EXPORTED struct table ncclGinPlugin_v13 = {"copy", {
    init, devices, UNLESS(NO_PROPERTIES, properties), listens, connects, create, registers, NULL,
    done_with, done, done, done, put, put_signal, NULL, NULL, UNLESS(NO_TEST, test), NULL, NULL,
    done}};
/* clang-format on */
#else
struct table {
    const char *name;
    void *operations[16];
};

static int gin_properties(bool both_of[2])
{
    both_of[0] = both_of[1] = true;
    return 0;
}

EXPORTED struct table ncclGinPlugin_v14 = {"copy",
                                           {init, devices, gin_properties, properties, listens,
                                            connects, create, registers, NULL, done_with, done,
                                            done, done, NULL, NULL, done}};
#endif

#ifdef NETWORK
static int begin_network(void **ctx, uint64_t id, struct lazynccl_net_config *config,
                         lazynccl_net_log log, lazynccl_net_profiler profile)
{
    networks++;
    *ctx = &networks;
    return WORSE == NO_NETWORK ? 2 : 0;
}

static int end_network(void *ctx)
{
    networks--;
    return 0;
}

EXPORTED struct lazynccl_net_v11 ncclNetPlugin_v11 = {
    .name = "copy", .init = begin_network, .finalize = end_network};
#endif

static int begin(uint8_t major, uint8_t minor, uint8_t patch, const char *suffix,
                 lazynccl_net_log log)
{
    if (VERSION == 14)
        log(LAZYNCCL_NET_LOG_INFO, LAZYNCCL_NET_SUBSYSTEM_INIT, __FILE__, __LINE__, "begins");
    return major == 2 ? 0 : 3;
}

static int finalize(void)
{
    return 0;
}

static const char *get(const char *name)
{
    static char value[100];
    const char *set = getenv(name);

    if (WORSE != LOST_VALUE)
        return set;
    strncpy(value, set ? set : name, sizeof value - 1);
    return value;
}

struct env {
    const char *name;
    void *operations[3];
};
#if VERSION == 13
EXPORTED struct env ncclEnvPlugin_v1 = {"copy", {UNLESS(NO_INIT, begin), finalize, get}};
#else
EXPORTED struct env ncclEnvPlugin_v2 = {"copy", {begin, finalize, get}};
#endif
