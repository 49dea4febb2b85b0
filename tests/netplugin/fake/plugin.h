/* What the fake plugin records: the number of calls, and each one's last arguments. A test gets it
 * from the loaded plugin with dlsym(handle, "fake_record").
 *
 * FAKE_PLUGIN in the environment has words "key=number", listed in plugin.c, that change its
 * behaviour. */
#pragma once
#include "versions.h"

#define FAKE_MOST 64 /* messages in one irecv */

struct fake_counts {
    int init, init_failed, devices, getProperties, listen, connect, accept, regMr, regMrDmaBuf;
    int deregMr, isend, irecv, iflush, test, closeSend, closeRecv, closeListen, getDeviceMr;
    int irecvConsumed, makeVDevice, finalize, setNetAttr, fini;
};

struct fake_record {
    int version;
    struct fake_counts count;
    int contexts, comms, registrations, requests; /* existing objects */
    int wrong;                                    /* number of wrong arguments */
    char first_wrong[160];

    struct {
        uint64_t commId;
        int trafficClass; /* also of connect; FAKE_NONE if the version has none */
        net_log log;
        net_profiler profiler;
    } init;
    struct {
        void *ctx;
        int dev;
    } listen;
    struct {
        void *ctx;
        int dev, trafficClass;
    } connect;
    struct {
        void *data, *mhandle;
        size_t size;
        int type, fd;
        uint64_t offset;
    } reg;
    struct {
        void *data, *mhandle, *phandle, *request; /* request: its value before the call */
        size_t size;
        int tag;
    } isend;
    struct {
        int n, tags[FAKE_MOST];
        void *data[FAKE_MOST], *mhandles[FAKE_MOST], *phandles[FAKE_MOST], *request;
        size_t sizes[FAKE_MOST];
    } irecv, iflush;
    struct {
        int n;
        void *request;
    } consumed;
    struct {
        int ndevs, devs[8];
    } vdevice;
    struct {
        void *ctx;
        struct net_attr attr;
    } attr;
    void *finalized;

    int (*traffic_class)(const void *ctx); /* the class of a live context */
};

#define FAKE_NONE (-1000)

struct fake_record *fake_record(void);
