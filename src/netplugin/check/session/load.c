/* Loads a plugin and starts it in the same way as NCCL.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "netplugin/check/gpu/load.h"
#include "netplugin/check/session/session.h"
#include <dlfcn.h>
#include <errno.h>

#define MOST_DEVICES 1024 /* more than any machine has */
#define MOST_LOGGED 80    /* lines of each level, because the parent reads 64 KiB in all */

static struct session *current; /* NCCL's callbacks take no context */
static int logged, warned;      /* numbers of INFO and WARN lines so far */
static char last_logged[200];

void session_log(int level, unsigned long subsystems, const char *file, int line,
                 const char *format, ...)
{
    int error = errno, warns = level <= LAZYNCCL_NET_LOG_WARN;
    va_list values;

    if (warns || (!warned && level <= LAZYNCCL_NET_LOG_INFO)) {
        va_start(values, format);
        vsnprintf(last_logged, sizeof last_logged, format, values);
        va_end(values);
    }
    va_start(values, format);
    if (level <= LAZYNCCL_NET_LOG_INFO) {
        int count = (*(warns ? &warned : &logged))++;

        if (count < MOST_LOGGED)
            session_vsay(current, warns ? "warn" : "info", format, values);
        else if (count == MOST_LOGGED)
            session_say(current, warns ? "warn" : "info", "... and more");
    }
    va_end(values);
    errno = error;
}

const char *session_last_logged(void)
{
    return last_logged;
}

static lazynccl_net_result profile(void **event, int type, void *parent, int64_t plugin, void *data)
{
    return LAZYNCCL_NET_SUCCESS;
}

/* Checks the operations that NCCL calls without testing for NULL. NCCL reads them after init, in
 * which some plugins complete their table. */
static void check_operations(struct session *s)
{
    struct lazynccl_net_operations *net = &s->plugin.net;
    const char *missing;
    int count = 0;

    lazynccl_net_operations_of(s->version, s->plugin.real.table, net);
    for (; (missing = lazynccl_net_missing(net, count)); count++)
        session_report(s, "LN319", "%s is NULL", missing);
    if (s->version >= 11 && !net->finalize)
        SESSION_FAIL(s, "LN319", "finalize is NULL");
    session_need(s, count == 0);
}

const void *session_open(struct session *s, const char *prefix)
{
    struct session_plugin *plugin = &s->plugin;
    char symbol[40];
    const char *why;
    const void *table;

    current = s;
    session_step(s, "load");
    if (s->options.gpu && !plugin->file && (why = gpu_load(s->options.gpu)))
        SESSION_SKIP(s, "the fake GPU is not available: %s", why);
    if (s->options.unloadable) /* the dynamic linker would only say that the file does not exist */
        SESSION_FAIL(s, "LN302", "%s", s->options.unloadable);
    if (s->options.table)
        SESSION_FAIL(s, "LN332", "%s", s->options.table);
    if (!(plugin->file = dlopen(s->path, RTLD_NOW | RTLD_LOCAL))) /* the flags that NCCL uses */
        SESSION_FAIL(s, "LN302", "%s", dlerror());
    snprintf(symbol, sizeof symbol, "%s%d", prefix, s->version);
    if (!(table = dlsym(plugin->file, symbol))) {
        const char *error = dlerror(); /* NULL if the symbol exists with the address NULL */

        SESSION_FAIL(s, "LN302", "%s", error ? error : "the table's address is NULL");
    }
    plugin->name = table; /* the first member of every table */
    s->step.now->call = "the plugin's name";
    if (!*plugin->name)
        SESSION_FAIL(s, "LN316", "the name is NULL");
    snprintf(plugin->called, sizeof plugin->called, "%s", *plugin->name);
    s->step.now->call = NULL;
    return table;
}

void session_load(struct session *s)
{
    struct session_plugin *plugin = &s->plugin;
    const void *table = session_open(s, "ncclNetPlugin_v");

    plugin->real = (struct lazynccl_net_real){table, s->version, 0, session_fault};
    if (lazynccl_net_operations_of(s->version, table, &plugin->net) != 0)
        SESSION_FAIL(s, "LN320", "v%d is unknown", s->version);
    if (!plugin->net.init)
        SESSION_FAIL(s, "LN319", "init is NULL");
}

int session_try_init(struct session *s, void **ctx, unsigned long communicator)
{
    static struct lazynccl_net_config config = {.trafficClass = -1};

    return s->plugin.net.init(&s->plugin.real, ctx, communicator, &config, session_log, profile);
}

void session_init(struct session *s, const char *id, void **ctx, unsigned long communicator)
{
    int result = session_try_init(s, ctx, communicator);

    session_need(s, session_check(s, id, s->step.now->step, result));
}

void session_start(struct session *s)
{
    struct session_plugin *plugin = &s->plugin;

    session_load(s);
    session_step(s, "init");
    session_init(s, plugin->starts++ ? "LN321" : "LN313", &plugin->ctx, 1);
    session_step(s, "the table after init");
    check_operations(s);
    session_step(s, "devices");
    SESSION_CALL(s, devices, &plugin->devices);
    if (plugin->devices < 0 || plugin->devices > MOST_DEVICES)
        SESSION_FAIL(s, "LN316", "there are %d devices", plugin->devices);
    if (plugin->devices == 0)
        SESSION_FAIL(s, "LN329", "init succeeds, but there are 0 devices");
    if (s->options.device >= plugin->devices)
        SESSION_SKIP(s, "there is no device %d", s->options.device);
    session_step(s, "getProperties");
    memset(&plugin->properties, 0, sizeof plugin->properties);
    SESSION_CALL(s, getProperties, s->options.device, &plugin->properties);
}

void session_finalize(struct session *s, void *ctx)
{
    if (!s->plugin.net.finalize)
        return;
    session_step(s, "finalize");
    SESSION_CALL(s, finalize, ctx);
}

void session_check_name(struct session *s)
{
    const char *before = s->plugin.called, *after = *s->plugin.name;

    if (after && strcmp(before, after) != 0)
        session_report(s, "LN318", "the name is \"%s\" before init, and \"%s\" after it", before,
                       after);
}

/* Reads a string of the plugin, so that an invalid pointer crashes in a step with a name. */
static void read_text(struct session *s, const char *what, const char *text)
{
    s->step.now->call = what;
    for (const volatile char *at = text; at && *at; at++)
        ;
    s->step.now->call = NULL;
}

/* Reports impossible values, which mean that the plugin filled in a struct of another version. */
static void check_layout(struct session *s, int device,
                         const struct lazynccl_net_properties_v12 *props)
{
    const struct {
        const char *name;
        int since, value, least, most;
    } members[] = {
        {"ptrSupport", 4, props->ptrSupport, 0, 7},
        {"netDeviceType", 7, props->netDeviceType, 0, 15},
        {"regIsGlobal", 8, props->regIsGlobal, 0, 1},
        {"forceFlush", 9, props->forceFlush, 0, 1},
        {"vProps.ndevs", 9, props->vProps.ndevs, 0, s->version < 12 ? 4 : 8},
    };

    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (s->version >= members[i].since &&
            (members[i].value < members[i].least || members[i].value > members[i].most))
            session_report(s, "LN316",
                           "device %d has %s %d, speed %d: the struct looks shifted; compile with "
                           "NCCL's own net_v%d.h, or with lazynccl_net.h",
                           device, members[i].name, members[i].value, props->speed, s->version);
}

void session_check_device(struct session *s, int device,
                          const struct lazynccl_net_properties_v12 *props)
{
    const size_t most = (size_t)1 << 40; /* NCCL accepts at most 1 TiB */

    check_layout(s, device, props);
    read_text(s, "the device's name", props->name);
    read_text(s, "the device's pciPath", props->pciPath);
    if (!props->name)
        session_report(s, "LN316", "device %d has no name", device);
    if (!(props->ptrSupport & LAZYNCCL_NET_PTR_HOST))
        session_report(s, "LN316", "device %d does not support host memory: ptrSupport %d", device,
                       props->ptrSupport);
    if ((props->ptrSupport & LAZYNCCL_NET_PTR_DMABUF) && !s->plugin.net.regMrDmaBuf)
        session_report(s, "LN316", "device %d supports DMA-BUF, but regMrDmaBuf is NULL", device);
    if (props->maxRecvs < 1)
        session_report(s, "LN316", "device %d has maxRecvs %d", device, props->maxRecvs);
    if (props->maxP2pBytes == 0 || props->maxP2pBytes > most)
        session_report(s, "LN316", "device %d has maxP2pBytes %zu", device, props->maxP2pBytes);
    if (props->vProps.ndevs < 1)
        session_report(s, "LN317", "device %d consists of %d devices", device, props->vProps.ndevs);
    if (props->maxRecvs > LAZYNCCL_NET_MAX_RECVS)
        session_report(s, "LN317", "device %d has maxRecvs %d", device, props->maxRecvs);
    if (props->speed <= 0)
        session_report(s, "LN317", "device %d has speed %d", device, props->speed);
    if (props->maxComms <= 0)
        session_report(s, "LN317", "device %d has maxComms %d", device, props->maxComms);
}
