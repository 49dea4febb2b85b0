/* Shared by the fake plugin's files: its operations. */
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

/* Gives the table another name. */
void rename_table(const char *name);

int fake_init(INIT_PARAMETERS);
int fake_devices(int *ndev);
int fake_properties(int dev, struct net_properties *props);
int fake_listen(LISTEN_PARAMETERS);
int fake_connect(CONNECT_PARAMETERS);
int fake_accept(ACCEPT_PARAMETERS);
int fake_reg(REG_PARAMETERS);
int fake_reg_dmabuf(REG_DMABUF_PARAMETERS);
int fake_dereg(void *comm, void *mhandle);
int fake_isend(ISEND_PARAMETERS);
int fake_irecv(IRECV_PARAMETERS);
int fake_iflush(IFLUSH_PARAMETERS);
int fake_test(void *request, int *done, int *sizes);
int fake_close_send(void *comm);
int fake_close_recv(void *comm);
int fake_close_listen(void *comm);
int fake_device_mr(void *comm, void *mhandle, void **device);
int fake_consumed(void *comm, int n, void *request);
#if VERSION >= 9
int fake_vdevice(int *dev, struct net_vdevice *props);
#endif
int fake_finalize(void *ctx);
int fake_set_attr(void *ctx, struct net_attr *attr);
#endif
