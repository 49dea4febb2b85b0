/* What the stand-in of a real net plugin remembers: counts of every call, and the arguments of the
 * last of each. A test gets it from the loaded plugin: dlsym(handle, "standin_record").
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The environment's STANDIN holds words "key=number" that make it misbehave: standin.c lists them.
 */
#ifndef STANDIN_H
#define STANDIN_H
#include "versions.h"

#define STANDIN_MOST 64 /* of messages in one irecv */

struct standin_counts {
    int init, init_failed, devices, getProperties, listen, connect, accept, regMr, regMrDmaBuf;
    int deregMr, isend, irecv, iflush, test, closeSend, closeRecv, closeListen, getDeviceMr;
    int irecvConsumed, makeVDevice, finalize, setNetAttr, fini;
};

struct standin_record {
    int version;
    struct standin_counts count;
    int contexts, comms, registrations, requests; /* that are there now */
    int wrong;                                    /* how often something was not what it must be */
    char first_wrong[160];

    struct {
        uint64_t commId;
        int trafficClass; /* also of connect: STANDIN_NONE where none came */
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
        void *data, *mhandle, *phandle, *request; /* request: what lay there before the call */
        size_t size;
        int tag;
    } isend;
    struct {
        int n, tags[STANDIN_MOST];
        void *data[STANDIN_MOST], *mhandles[STANDIN_MOST], *phandles[STANDIN_MOST], *request;
        size_t sizes[STANDIN_MOST];
    } irecv, iflush;
    struct {
        int n;
        void *request;
    } consumed;
    struct net_vdevice_v12 vdevice;
    struct {
        void *ctx;
        struct net_attr attr;
    } attr;
    void *finalized;

    int (*traffic_class)(const void *ctx); /* that a living context was made with */
};

#define STANDIN_NONE (-1000)

struct standin_record *standin_record(void);
#endif
