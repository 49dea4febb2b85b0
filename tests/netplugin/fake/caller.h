/* Acts as an NCCL whose newest net version is VERSION: opens the plugin as NCCL does, and wraps the
 * calls so that programs work with every version. */
#pragma once
#include "plugin.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HANDLE_SIZE (VERSION < 5 ? 64 : 128)
#define GARBAGE ((void *)0xdeadbeef)

static void *lazy; /* dlopen's handle of the plugin under test */
static struct net_table *net;

/* What the plugin logged up to level INFO, one message a line. */
static char said[65536];
static pthread_mutex_t saying = PTHREAD_MUTEX_INITIALIZER;

static void __attribute__((format(printf, 5, 6)))
take_log(int level, unsigned long flags, const char *file, int line, const char *format, ...)
{
    va_list arguments;
    size_t used;

    pthread_mutex_lock(&saying);
    used = strlen(said);
    used += (size_t)snprintf(said + used, sizeof said - used, "%s ",
                             level == LOG_WARN ? "WARN" : "INFO");
    va_start(arguments, format);
    vsnprintf(said + used, sizeof said - used - 1, format, arguments);
    va_end(arguments);
    strcat(said, "\n");
    pthread_mutex_unlock(&saying);
}

static int no_profiler(void **event, int type, void *parent, int64_t plugin, void *data)
{
    return SUCCESS;
}

/* Whether one line is a warning with all of these texts, up to NULL. Clears the log. */
static inline int warned(const char *first, ...)
{
    int found = 0;

    for (char *line = strtok(said, "\n"); line && !found; line = strtok(NULL, "\n")) {
        va_list more;

        found = strncmp(line, "WARN ", 5) == 0;
        va_start(more, first);
        for (const char *text = first; text; text = va_arg(more, const char *))
            found = found && strstr(line, text);
        va_end(more);
    }
    said[0] = '\0';
    return found;
}

/* Returns 0, or prints the reason. */
static inline int caller_open(const char *file)
{
    lazy = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    net = lazy ? dlsym(lazy, "ncclNetPlugin_v" TEXT(VERSION)) : NULL;
    if (!net)
        printf("%s\n", dlerror());
    return net ? 0 : -1;
}

static inline void caller_close(void)
{
    net = NULL;
    dlclose(lazy);
}

static inline int call_init(void **ctx, uint64_t commId, int trafficClass)
{
    struct net_config config = {trafficClass};

    (void)config, (void)no_profiler;
    return net->init(SINCE_11(ctx, commId, &config,) take_log SINCE_10(, no_profiler));
}

static inline int call_finalize(void *ctx)
{
    return SINCE_11(net->finalize(ctx)) BEFORE_11(SUCCESS);
}

static inline int call_listen(void *ctx, int dev, void *handle, void **comm)
{
    return net->listen(SINCE_11(ctx,) dev, handle, comm);
}

static inline int call_connect(void *ctx, int dev, int trafficClass, void *handle, void **comm)
{
    struct net_device_handle *device = NULL;
    struct net_config config = {trafficClass};

    (void)device, (void)config;
    return net->connect(SINCE_11(ctx,) dev, SINCE_10(BEFORE_11(&config,)) handle,
                        comm SINCE_7(, &device));
}

static inline int call_accept(void *listening, void **comm)
{
    struct net_device_handle *device = NULL;

    (void)device;
    return net->accept(listening, comm SINCE_7(, &device));
}

static inline int call_reg(void *comm, void *data, size_t size, int type, void **mhandle)
{
    return net->regMr(comm, data, BEFORE_8((int)) size, type, mhandle);
}

static inline int call_isend(void *comm, void *data, size_t size, int tag, void *mhandle,
                             void *phandle, void **request)
{
    return net->isend(comm, data, (MESSAGE_SIZE)size, SINCE_5(tag,) mhandle, SINCE_10(phandle,)
                      request);
}

static inline int call_irecv(void *comm, int n, void **data, size_t *sizes, int *tags,
                             void **mhandles, void **phandles, void **request)
{
#if VERSION >= 9
    return net->irecv(comm, n, data, sizes, tags, mhandles, SINCE_10(phandles,) request);
#elif VERSION >= 5
    int *narrow = malloc(sizeof *narrow * (size_t)(n > 0 ? n : 1)), result; /* exactly n */

    for (int i = 0; i < n; i++)
        narrow[i] = (int)sizes[i];
    result = net->irecv(comm, n, data, narrow, tags, mhandles, request);
    free(narrow);
    return result;
#else
    return net->irecv(comm, data[0], (int)sizes[0], mhandles[0], request);
#endif
}

static inline int call_iflush(void *comm, int n, void **data, int *sizes, void **mhandles,
                              void **request)
{
    return net->iflush(comm, SINCE_5(n, data, sizes, mhandles,)
                       BEFORE_5(data[0], sizes[0], mhandles[0],) request);
}

/* Returns the record of the fake plugin in this file, or NULL if it is not loaded. */
static inline struct fake_record *fake_of(const char *file)
{
    void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
    struct fake_record *(*get)(void) = NULL;

    if (handle) {
        *(void **)&get = dlsym(handle, "fake_record");
        dlclose(handle);
    }
    return get ? get() : NULL;
}
