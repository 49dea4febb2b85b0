/* Converts what NCCL tells a profiler from the version that it calls to the version that the
 * profiler has.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "netplugin/lazy/profiler.h"
#include <string.h>

/* What v1 has numbers for. */
static const char
    *const functions[] = {"Broadcast", "Reduce",   "AllGather", "ReduceScatter",
                          "AllReduce", "SendRecv", "Send",      "Recv"},
           *const datatypes[] = {"ncclInt8",    "ncclUint8",    "ncclInt32",      "ncclUint32",
                                 "ncclInt64",   "ncclUint64",   "ncclFloat16",    "ncclFloat32",
                                 "ncclFloat64", "ncclBfloat16", "ncclFloat8e4m3", "ncclFloat8e5m2"},
           *const algorithms[] = {"TREE",      "RING", "COLLNET_DIRECT", "COLLNET_CHAIN", "NVLS",
                                  "NVLS_TREE", "PAT"},
           *const protocols[] = {"LL", "LL128", "SIMPLE"};
#define COUNT(names) (int)(sizeof names / sizeof *(names))
#define NAME(names, number) ((number) < COUNT(names) ? (names)[number] : "Unknown")
#define NUMBER(names, name) number_of(names, COUNT(names), name)

/* 255 if there is none. */
static uint8_t number_of(const char *const *names, int count, const char *name)
{
    int i = 0;

    while (name && i < count && strcmp(names[i], name) != 0)
        i++;
    return (uint8_t)(name && i < count ? i : 255);
}

#define COPY_COLL(to, from)                                                                        \
    ((to)->sequence = (from)->sequence, (to)->send = (from)->send,                                 \
     (to)->receive = (from)->receive, (to)->count = (from)->count, (to)->root = (from)->root,      \
     (to)->channels = (from)->channels, (to)->warps = (from)->warps)
#define COPY_NAMES(to, from)                                                                       \
    ((to)->function = (from)->function, (to)->datatype = (from)->datatype,                         \
     (to)->algorithm = (from)->algorithm, (to)->protocol = (from)->protocol)
#define COPY_P2P(to, from)                                                                         \
    ((to)->buffer = (from)->buffer, (to)->count = (from)->count, (to)->peer = (from)->peer)
#define COPY_OLD(to, from) ((to)->name = (from)->old_name, (to)->hash = (from)->old_hash)

static void coll_from(int version, const struct lazynccl_profiler_event *from,
                      struct lazynccl_profiler_seen *to)
{
    struct lazynccl_profiler_coll_v7 *coll = &to->event.of.coll;
    const struct lazynccl_profiler_coll_v1 *v1 = &from->of.coll_v1;
    const struct lazynccl_profiler_coll_v2 *v2 = &from->of.coll_v2;
    const struct lazynccl_profiler_coll_v3 *v3 = &from->of.coll_v3;

    to->old_name = v1->name; /* the first members of the three */
    to->old_hash = v1->hash;
    to->traffic = version == 1 ? v1->traffic : version == 2 ? v2->traffic : 0;
    if (version == 1) {
        COPY_COLL(coll, v1);
        coll->function = NAME(functions, v1->function);
        coll->datatype = NAME(datatypes, v1->datatype);
        coll->algorithm = NAME(algorithms, v1->algorithm);
        coll->protocol = NAME(protocols, v1->protocol);
        to->v1 = *v1;
    } else if (version == 2) {
        COPY_COLL(coll, v2);
        COPY_NAMES(coll, v2);
    } else {
        COPY_COLL(coll, v3);
        COPY_NAMES(coll, v3);
    }
}

static void coll_to(int version, const struct lazynccl_profiler_seen *from,
                    struct lazynccl_profiler_event *to)
{
    const struct lazynccl_profiler_coll_v7 *coll = &from->event.of.coll;
    struct lazynccl_profiler_coll_v1 *v1 = &to->of.coll_v1;
    struct lazynccl_profiler_coll_v2 *v2 = &to->of.coll_v2;
    struct lazynccl_profiler_coll_v3 *v3 = &to->of.coll_v3;

    if (version == 1) {
        COPY_COLL(v1, coll);
        v1->function = NUMBER(functions, coll->function);
        v1->datatype = NUMBER(datatypes, coll->datatype);
        v1->algorithm = NUMBER(algorithms, coll->algorithm);
        v1->protocol = NUMBER(protocols, coll->protocol);
        v1->traffic = from->traffic;
        v1->operation = from->v1.operation; /* zero unless NCCL calls v1 */
        v1->collnet = from->v1.collnet;
        v1->nvls = from->v1.nvls;
    } else if (version == 2) {
        COPY_COLL(v2, coll);
        COPY_NAMES(v2, coll);
        v2->traffic = from->traffic;
    } else {
        COPY_COLL(v3, coll);
        COPY_NAMES(v3, coll);
    }
    COPY_OLD(v1, from);
}

static void p2p_from(int version, const struct lazynccl_profiler_event *from,
                     struct lazynccl_profiler_seen *to)
{
    struct lazynccl_profiler_p2p_v7 *p2p = &to->event.of.p2p;
    const struct lazynccl_profiler_p2p_v1 *v1 = &from->of.p2p_v1;
    const struct lazynccl_profiler_p2p_v2 *v2 = &from->of.p2p_v2;

    to->old_name = v1->name;
    to->old_hash = v1->hash;
    if (version == 1) {
        COPY_P2P(p2p, v1);
        p2p->function = NAME(functions, v1->function);
        p2p->datatype = NAME(datatypes, v1->datatype);
    } else {
        COPY_P2P(p2p, v2);
        p2p->function = v2->function;
        p2p->datatype = v2->datatype;
    }
}

static void p2p_to(int version, const struct lazynccl_profiler_seen *from,
                   struct lazynccl_profiler_event *to)
{
    const struct lazynccl_profiler_p2p_v7 *p2p = &from->event.of.p2p;
    struct lazynccl_profiler_p2p_v1 *v1 = &to->of.p2p_v1;
    struct lazynccl_profiler_p2p_v2 *v2 = &to->of.p2p_v2;

    if (version == 1) {
        COPY_P2P(v1, p2p);
        v1->function = NUMBER(functions, p2p->function);
        v1->datatype = NUMBER(datatypes, p2p->datatype);
    } else {
        COPY_P2P(v2, p2p);
        v2->function = p2p->function;
        v2->datatype = p2p->datatype;
    }
    COPY_OLD(v1, from);
}

/* The bytes of a description since v4: no more may be read. */
static size_t size_of(int version, uint64_t type)
{
    size_t v7 = version >= 7, v5 = version >= 5;

    switch (type) {
    case LAZYNCCL_PROFILER_COLL:
        return v7   ? sizeof(struct lazynccl_profiler_coll_v7)
               : v5 ? offsetof(struct lazynccl_profiler_coll_v7, variant)
                    : offsetof(struct lazynccl_profiler_coll_v7, group);
    case LAZYNCCL_PROFILER_P2P:
        return v7   ? sizeof(struct lazynccl_profiler_p2p_v7)
               : v5 ? offsetof(struct lazynccl_profiler_p2p_v7, tag)
                    : offsetof(struct lazynccl_profiler_p2p_v7, group);
    default: /* the largest of the union's other members */
        return version < 4   ? sizeof(struct lazynccl_profiler_proxy)
               : version < 6 ? 48
               : v7          ? 96
                             : 88;
    }
}

uint64_t lazynccl_profiler_types(int version)
{
    return version < 3   ? 0x3f
           : version < 5 ? 0xff
           : version < 6 ? 0xfff
           : version < 7 ? 0x7fff
                         : -1u;
}

void lazynccl_profiler_read(int version, const struct lazynccl_profiler_event *from,
                            struct lazynccl_profiler_seen *to)
{
    uint64_t type = version < 5 ? from->type.before_v5 : from->type.since_v5;

    *to = (struct lazynccl_profiler_seen){
        .event = {.type = {.since_v5 = type}, .parent = from->parent, .rank = from->rank}};
    if (version < 4 && type == LAZYNCCL_PROFILER_COLL)
        coll_from(version, from, to);
    else if (version < 4 && type == LAZYNCCL_PROFILER_P2P)
        p2p_from(version, from, to);
    else
        memcpy(to->event.of.bytes, from->of.bytes, size_of(version, type));
    if (version < 5 && type == LAZYNCCL_PROFILER_COLL)
        to->event.of.coll.group = from->parent;
    else if (version < 5 && type == LAZYNCCL_PROFILER_P2P)
        to->event.of.p2p.group = from->parent;
    else
        return;
    to->event.parent = NULL; /* the call's event, which came with v5 */
}

void lazynccl_profiler_write(int version, const struct lazynccl_profiler_seen *from,
                             struct lazynccl_profiler_event *to)
{
    uint64_t type = from->event.type.since_v5;

    *to = from->event;
    if (version < 5 && type == LAZYNCCL_PROFILER_COLL)
        to->parent = from->event.of.coll.group;
    if (version < 5 && type == LAZYNCCL_PROFILER_P2P)
        to->parent = from->event.of.p2p.group;
    if (version < 5)
        to->type.before_v5 = (uint8_t)type;
    if (version < 4 && (type == LAZYNCCL_PROFILER_COLL || type == LAZYNCCL_PROFILER_P2P)) {
        memset(&to->of, 0, sizeof to->of);
        (type == LAZYNCCL_PROFILER_COLL ? coll_to : p2p_to)(version, from, to);
    }
}

/* The states that are of one meaning: 0 to 7 end with v3, the last of each version. */
int lazynccl_profiler_knows(int caller, int version, int state)
{
    int last = version < 4 ? 18 : version < 5 ? 22 : version < 6 ? 24 : version < 7 ? 30 : 1 << 16;

    return state <= last && (state > 7 || (caller < 4 && version < 4));
}
