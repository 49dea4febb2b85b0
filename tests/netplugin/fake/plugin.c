/* A net plugin that moves messages in memory, in every version: its start, end and devices.
 *
 * Words "key=number" of FAKE_PLUGIN: init_fails (this many times), init_fails_at (this time),
 * init_takes (seconds), devices, devices_fails, max_recvs, null (names are NULL), unset
 * (getProperties sets only the names), vdevices (in a virtual device's properties), name_after
 * (text: init renames the table), handle (bytes that listen writes), finalize_fails. */
#include "plugin.h"
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Every object begins with its kind, so that a wrong pointer is detected. */
enum kind { CONTEXT = 0x51c0, LISTEN, SEND, RECV, REGISTRATION, REQUEST, GONE };
struct object {
    enum kind kind;
};

struct context {
    struct object object;
    int traffic_class;
};

static int traffic_class(const void *ctx);

static struct fake_record record = {.version = VERSION, .traffic_class = traffic_class};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int made_devices;

__attribute__((visibility("default"))) struct fake_record *fake_record(void)
{
    return &record;
}

static const char *setting_text(const char *key)
{
    const char *at = getenv("FAKE_PLUGIN");
    size_t length = strlen(key);

    for (; at && *at; at += strcspn(at, " "), at += strspn(at, " "))
        if (strncmp(at, key, length) == 0 && at[length] == '=')
            return at + length + 1;
    return NULL;
}

static int setting(const char *key, int otherwise)
{
    const char *value = setting_text(key);

    return value ? atoi(value) : otherwise;
}

static int wrong(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    if (record.wrong++ == 0)
        vsnprintf(record.first_wrong, sizeof record.first_wrong, format, arguments);
    va_end(arguments);
    return INTERNAL_ERROR;
}

static void *make(enum kind kind, size_t size, int *counter)
{
    struct object *object = calloc(1, size);

    object->kind = kind;
    ++*counter;
    return object;
}

static void unmake(void *object, int *counter)
{
    ((struct object *)object)->kind = GONE;
    free(object);
    --*counter;
}

static int is(const void *pointer, enum kind kind)
{
    return pointer && ((const struct object *)pointer)->kind == kind;
}

/* The first line of an operation: counts it, and checks its first argument. */
#define BEGIN(operation, pointer, good)                                                            \
    pthread_mutex_lock(&lock);                                                                     \
    record.count.operation++;                                                                      \
    if (!(good))                                                                                   \
    END(wrong("%s of %p, which has another kind", #operation, (void *)(pointer)))

#define END(result)                                                                                \
    do {                                                                                           \
        int returned = (result);                                                                   \
        pthread_mutex_unlock(&lock);                                                               \
        return returned;                                                                           \
    } while (0)

static void rename_table(const char *name);

static int fake_init(INIT_PARAMETERS)
{
    const char *name = setting_text("name_after");

    sleep((unsigned)setting("init_takes", 0));
    BEGIN(init, log, log);
    if (name)
        rename_table(name);
    record.init.trafficClass = FAKE_NONE;
    record.init.log = log;
    SINCE_10(record.init.profiler = profiler;)
#if VERSION >= 11
    record.init.commId = commId;
    record.init.trafficClass = config->trafficClass;
#endif
    if (record.count.init_failed < setting("init_fails", 0) ||
        record.count.init == setting("init_fails_at", 0)) {
        record.count.init_failed++;
        END(SYSTEM_ERROR);
    }
#if VERSION >= 11
    struct context *made = *ctx = make(CONTEXT, sizeof *made, &record.contexts);

    made->traffic_class = record.init.trafficClass;
#endif
    END(SUCCESS);
}

static int traffic_class(const void *ctx)
{
    return is(ctx, CONTEXT) ? ((const struct context *)ctx)->traffic_class : FAKE_NONE;
}

static int fake_devices(int *ndev)
{
    BEGIN(devices, ndev, ndev);
    *ndev = setting("devices", 2) + made_devices;
    END(setting("devices_fails", 0) ? SYSTEM_ERROR : SUCCESS);
}

static int fake_properties(int dev, struct net_properties *props)
{
    static char names[2][16] = {"fake0", "fake1"}, paths[2][16] = {"/sys/0", "/sys/1"};

    BEGIN(getProperties, props, dev >= 0 && dev < 2 + made_devices);
    props->name = setting("null", 0) ? NULL : names[dev % 2];
    props->pciPath = setting("null", 0) ? NULL : paths[dev % 2];
    if (setting("unset", 0))
        END(SUCCESS);
    props->guid = 0x1122334455667788u + (unsigned)dev;
    props->ptrSupport = PTR_HOST | PTR_CUDA | (VERSION >= 6 ? PTR_DMABUF : 0);
    props->speed = 100000 + dev;
    props->port = 3 + dev;
    props->maxComms = 1000 + dev;
    SINCE_5(props->latency = 1.5f;)
    SINCE_5(props->maxRecvs = setting("max_recvs", 8);)
    SINCE_7(props->netDeviceType = 0;)
    SINCE_7(props->netDeviceVersion = 7;)
    SINCE_8(props->regIsGlobal = 1;)
    SINCE_9(props->forceFlush = 1;)
    SINCE_9(props->vProps = ((struct net_vdevice){setting("vdevices", 2), {dev, dev + 1}});)
    SINCE_9(props->maxP2pBytes = (size_t)1 << 33;)
    SINCE_9(props->maxCollBytes = (size_t)1 << 32;)
    SINCE_11(props->maxMultiRequestSize = 4;)
    SINCE_12(props->railId = (int16_t)(5 + dev);)
    SINCE_12(props->planeId = (int16_t)(7 + dev);)
    END(SUCCESS);
}

#if VERSION >= 9
static int fake_vdevice(int *dev, struct net_vdevice *props)
{
    BEGIN(makeVDevice, dev, dev && props->ndevs >= 1 && props->ndevs <= 8);
    record.vdevice.ndevs = props->ndevs;
    memcpy(record.vdevice.devs, props->devs, sizeof *props->devs * (size_t)props->ndevs);
    *dev = 2 + made_devices++;
    END(SUCCESS);
}
#endif

static int fake_set_attr(void *ctx, struct net_attr *attr)
{
    BEGIN(setNetAttr, ctx, is(ctx, CONTEXT) && attr);
    record.attr.ctx = ctx;
    record.attr.attr = *attr;
    END(SUCCESS);
}

static int fake_finalize(void *ctx)
{
    BEGIN(finalize, ctx, is(ctx, CONTEXT));
    record.finalized = ctx;
    unmake(ctx, &record.contexts);
    END(setting("finalize_fails", 0) ? SYSTEM_ERROR : SUCCESS);
}

#include "plugin-link.h"
#include "plugin-table.h"

#ifdef FINI
__attribute__((visibility("default"))) int lazynccl_net_fini(void);
int lazynccl_net_fini(void)
{
    BEGIN(fini, NULL, record.count.init - record.count.init_failed == record.count.fini);
    END(SUCCESS);
}
#endif

#ifdef CRASH
__attribute__((constructor)) static void crash(void)
{
    volatile int *volatile nowhere = CRASH;

    *nowhere = 1;
}
#endif

#ifdef NEEDS /* exported by a dependency, so that the linker keeps it */
extern int NEEDS;
int *needed = &NEEDS;
#endif
