/* Between the files of the stand-in: its operations, as they are in v12, and what they share.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef STANDIN_OPERATIONS_H
#define STANDIN_OPERATIONS_H
#include "plugin.h"
#include <pthread.h>

/* Every object begins with what it is, so that a wrong pointer is noticed. */
enum kind { CONTEXT = 0x51c0, LISTEN, SEND, RECV, REGISTRATION, REQUEST, GONE };
struct object {
    enum kind kind;
};

extern struct standin_record record;
extern pthread_mutex_t lock;

void *make(enum kind kind, size_t size, int *counter);
void unmake(void *object, int *counter);
int is(const void *pointer, enum kind kind);
int wrong(const char *format, ...);

/* The first line of an operation: counts it, and wants its first argument to be what it must be. */
#define BEGIN(operation, pointer, good)                                                            \
    pthread_mutex_lock(&lock);                                                                     \
    record.count.operation++;                                                                      \
    if (!(good))                                                                                   \
    END(wrong("%s of %p, which is no such thing", #operation, (void *)(pointer)))

#define END(result)                                                                                \
    do {                                                                                           \
        int returned = (result);                                                                   \
        pthread_mutex_unlock(&lock);                                                               \
        return returned;                                                                           \
    } while (0)

/* A word "key=value" of STANDIN. */
int setting(const char *key, int otherwise);
const char *setting_text(const char *key);

int standin_init(void **ctx, uint64_t commId, struct net_config *config, net_log log,
                 net_profiler profiler);
int standin_devices(int *ndev);
int standin_properties(int dev, struct net_properties_v12 *props);
int standin_listen(void *ctx, int dev, void *handle, void **comm);
int standin_connect(void *ctx, int dev, int traffic_class, void *handle, void **comm,
                    struct net_device_handle **device);
int standin_accept(void *listen, void **comm, struct net_device_handle **device);
int standin_reg(void *comm, void *data, size_t size, int type, void **mhandle);
int standin_reg_dmabuf(void *comm, void *data, size_t size, int type, uint64_t offset, int fd,
                       void **mhandle);
int standin_dereg(void *comm, void *mhandle);
int standin_isend(void *comm, void *data, size_t size, int tag, void *mhandle, void *phandle,
                  void **request);
int standin_irecv(void *comm, int n, void **data, size_t *sizes, int *tags, void **mhandles,
                  void **phandles, void **request);
int standin_iflush(void *comm, int n, void **data, int *sizes, void **mhandles, void **request);
int standin_test(void *request, int *done, int *sizes);
int standin_close_send(void *comm);
int standin_close_recv(void *comm);
int standin_close_listen(void *comm);
int standin_device_mr(void *comm, void *mhandle, void **device);
int standin_consumed(void *comm, int n, void *request);
int standin_vdevice(int *dev, int ndevs, const int *devs);
int standin_finalize(void *ctx);
int standin_set_attr(void *ctx, struct net_attr *attr);
#endif
