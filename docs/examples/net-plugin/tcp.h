/* Shared by the TCP plugin's files.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TCP_H
#define TCP_H
#include <lazynccl_net.h>
#include <stdatomic.h>

#define REMOTE_ERROR 6 /* ncclRemoteError: the peer is gone */
#define MAX_RECVS 8    /* messages in one irecv: published as maxRecvs, and checked */
#define MOST_MESSAGES (LAZYNCCL_NET_MAX_REQUESTS * MAX_RECVS) /* in flight on a comm */

/* Counts, for tests to read. */
struct counts {
    atomic_long init, finalize, listen, send, recv, bytes;
};
extern struct counts tcp_counts;

/* Logs one line through NCCL, and returns `result`. */
int tcp_fail(int result, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* link.c */
int tcp_listen(void *ctx, int dev, void *handle, void **comm);
int tcp_connect(void *ctx, int dev, void *handle, void **comm,
                struct lazynccl_net_device_handle **device);
int tcp_accept(void *listen, void **comm, struct lazynccl_net_device_handle **device);
int tcp_close(void *comm);
int tcp_close_listen(void *comm);

/* messages.c */
int tcp_isend(void *comm, void *data, size_t size, int tag, void *mhandle, void *phandle,
              void **request);
int tcp_irecv(void *comm, int n, void **data, size_t *sizes, int *tags, void **mhandles,
              void **phandles, void **request);
int tcp_test(void *request, int *done, int *sizes);
#endif
