/* A net plugin over TCP, written for the newest version only; the kit makes the others.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * It uses the loopback interface in tests, and supports host memory only. TCP_COUNTS names a file
 * to which each process appends a line of counts when it ends. */
#include "tcp.h"
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define MOST_INTERFACES 4

struct counts tcp_counts;
struct interface tcp_interfaces[MOST_INTERFACES];
int tcp_interfaces_count;
static pthread_once_t interfaces_found = PTHREAD_ONCE_INIT;
static _Atomic lazynccl_net_log log_to;

int tcp_fail(int result, const char *format, ...)
{
    char text[256];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (log_to)
        log_to(LAZYNCCL_NET_LOG_WARN, LAZYNCCL_NET_SUBSYSTEM_NET, __FILE__, __LINE__, "TCP %s",
               text);
    return result;
}

static void find_interfaces(void)
{
    tcp_interfaces_count = tcp_find_interfaces(tcp_interfaces, MOST_INTERFACES);
}

static int init(void **ctx, uint64_t commId, struct lazynccl_net_config *config,
                lazynccl_net_log log, lazynccl_net_profiler profiler)
{
    (void)commId, (void)config, (void)profiler;
    log_to = log;
    *ctx = malloc(1);
    pthread_once(&interfaces_found, find_interfaces);
    if (!*ctx || tcp_interfaces_count == 0) {
        free(*ctx);
        return tcp_fail(LAZYNCCL_NET_SYSTEM_ERROR, "init: no interface that %s",
                        getenv("NCCL_SOCKET_IFNAME") ? "NCCL_SOCKET_IFNAME allows" : "is up");
    }
    tcp_counts.init++;
    return LAZYNCCL_NET_SUCCESS;
}

static int finalize(void *ctx)
{
    free(ctx);
    tcp_counts.finalize++;
    return LAZYNCCL_NET_SUCCESS;
}

static int devices(int *ndev)
{
    *ndev = tcp_interfaces_count;
    return LAZYNCCL_NET_SUCCESS;
}

static int properties(int dev, struct lazynccl_net_properties_v12 *props)
{
    if (dev < 0 || dev >= tcp_interfaces_count)
        return tcp_fail(LAZYNCCL_NET_INVALID_ARGUMENT, "getProperties: no device %d", dev);
    *props = (struct lazynccl_net_properties_v12){
        .name = tcp_interfaces[dev].name,
        .guid = (uint64_t)dev + 1,
        .ptrSupport = LAZYNCCL_NET_PTR_HOST,
        .speed = tcp_speed(&tcp_interfaces[dev]),
        .maxComms = 65536,
        .maxRecvs = MAX_RECVS,
        .vProps = {1, {dev}},
        .maxP2pBytes = 1u << 30,
        .maxCollBytes = 1u << 29,
        .maxMultiRequestSize = 1,
        .railId = -1,
        .planeId = -1,
    };
    return LAZYNCCL_NET_SUCCESS;
}

static int reg(void *comm, void *data, size_t size, int type, void **mhandle)
{
    (void)data, (void)size;
    *mhandle = comm;
    return type == LAZYNCCL_NET_PTR_HOST
               ? LAZYNCCL_NET_SUCCESS
               : tcp_fail(LAZYNCCL_NET_INVALID_USAGE, "regMr: memory of type %d, 1 is host", type);
}

static int dereg(void *comm, void *mhandle)
{
    (void)comm, (void)mhandle;
    return LAZYNCCL_NET_SUCCESS;
}

/* Host memory needs no registration. */
static int iflush(void *comm, int n, void **data, int *sizes, void **mhandles, void **request)
{
    (void)comm, (void)n, (void)data, (void)sizes, (void)mhandles;
    *request = NULL;
    return LAZYNCCL_NET_SUCCESS;
}

static const struct lazynccl_net_v12 tcp = {
    .name = "TCP",
    .init = init,
    .devices = devices,
    .getProperties = properties,
    .listen = tcp_listen,
    .connect = tcp_connect,
    .accept = tcp_accept,
    .regMr = reg,
    .deregMr = dereg,
    .isend = tcp_isend,
    .irecv = tcp_irecv,
    .iflush = iflush,
    .test = tcp_test,
    .closeSend = tcp_close,
    .closeRecv = tcp_close,
    .closeListen = tcp_close_listen,
    .finalize = finalize,
};
LAZYNCCL_NET_PLUGIN(tcp)

__attribute__((destructor)) static void write_counts(void)
{
    const char *path = getenv("TCP_COUNTS");
    FILE *file = path ? fopen(path, "a") : NULL;

    if (!file)
        return;
    fprintf(file, "pid %d init %ld finalize %ld listen %ld send %ld recv %ld bytes %ld\n",
            (int)getpid(), tcp_counts.init, tcp_counts.finalize, tcp_counts.listen, tcp_counts.send,
            tcp_counts.recv, tcp_counts.bytes);
    fclose(file);
}
