/* A net plugin over TCP, written for the newest version only; the kit makes the others.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Its one device is the loopback interface, and it supports host memory only. TCP_COUNTS names a
 * file to which each process appends a line of counts when it ends. */
#include "tcp.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct counts tcp_counts;
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

static int init(void **ctx, uint64_t commId, struct lazynccl_net_config *config,
                lazynccl_net_log log, lazynccl_net_profiler profiler)
{
    const char *allowed = getenv("NCCL_SOCKET_IFNAME");

    (void)commId, (void)config, (void)profiler;
    log_to = log;
    if (allowed && strcmp(allowed, "lo") != 0)
        return tcp_fail(LAZYNCCL_NET_SYSTEM_ERROR, "init: NCCL_SOCKET_IFNAME does not allow lo");
    *ctx = malloc(1);
    if (!*ctx)
        return tcp_fail(LAZYNCCL_NET_SYSTEM_ERROR, "init: out of memory");
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
    *ndev = 1;
    return LAZYNCCL_NET_SUCCESS;
}

static int properties(int dev, struct lazynccl_net_properties_v12 *props)
{
    static char lo[] = "lo";

    if (dev != 0)
        return tcp_fail(LAZYNCCL_NET_INVALID_ARGUMENT, "getProperties: no device %d", dev);
    *props = (struct lazynccl_net_properties_v12){
        .name = lo,
        .guid = 1,
        .ptrSupport = LAZYNCCL_NET_PTR_HOST,
        .speed = 10000,
        .maxComms = 65536,
        .maxRecvs = MAX_RECVS,
        .vProps = {1, {0}},
        .maxP2pBytes = 1u << 30,
        .maxCollBytes = 1u << 29,
        .maxMultiRequestSize = 1,
        .railId = -1,
        .planeId = -1,
    };
    return LAZYNCCL_NET_SUCCESS;
}

/* Host memory needs no registration: any handle will do. */
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

/* Data in host memory is visible when recv() returns, so there is nothing to flush. */
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
