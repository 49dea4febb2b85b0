/* Shared by the fake plugin's files: its operations, as in v12.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef PLUGIN_OPERATIONS_H
#define PLUGIN_OPERATIONS_H
#include "plugin.h"
#include <pthread.h>

/* Every object begins with its kind, so that a wrong pointer is detected. */
enum kind { CONTEXT = 0x51c0, LISTEN, SEND, RECV, REGISTRATION, REQUEST, GONE };
struct object {
    enum kind kind;
};

extern struct fake_record record;
extern pthread_mutex_t lock;

void *make(enum kind kind, size_t size, int *counter);
void unmake(void *object, int *counter);
int is(const void *pointer, enum kind kind);
int wrong(const char *format, ...);

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

/* A word "key=value" of FAKE_PLUGIN. */
int setting(const char *key, int otherwise);
const char *setting_text(const char *key);

int fake_init(void **ctx, uint64_t commId, struct net_config *config, net_log log,
              net_profiler profiler);
int fake_devices(int *ndev);
int fake_properties(int dev, struct net_properties_v12 *props);
int fake_listen(void *ctx, int dev, void *handle, void **comm);
int fake_connect(void *ctx, int dev, int traffic_class, void *handle, void **comm,
                 struct net_device_handle **device);
int fake_accept(void *listen, void **comm, struct net_device_handle **device);
int fake_reg(void *comm, void *data, size_t size, int type, void **mhandle);
int fake_reg_dmabuf(void *comm, void *data, size_t size, int type, uint64_t offset, int fd,
                    void **mhandle);
int fake_dereg(void *comm, void *mhandle);
int fake_isend(void *comm, void *data, size_t size, int tag, void *mhandle, void *phandle,
               void **request);
int fake_irecv(void *comm, int n, void **data, size_t *sizes, int *tags, void **mhandles,
               void **phandles, void **request);
int fake_iflush(void *comm, int n, void **data, int *sizes, void **mhandles, void **request);
int fake_test(void *request, int *done, int *sizes);
int fake_close_send(void *comm);
int fake_close_recv(void *comm);
int fake_close_listen(void *comm);
int fake_device_mr(void *comm, void *mhandle, void **device);
int fake_consumed(void *comm, int n, void *request);
int fake_vdevice(int *dev, int ndevs, const int *devs);
int fake_finalize(void *ctx);
int fake_set_attr(void *ctx, struct net_attr *attr);
#endif
