/* NCCL's tables for tuners, in every version; the facts of each release's nccl_tuner.h.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_NETPLUGIN_LAZY_TUNER_VERSIONS_H
#define LAZYNCCL_NETPLUGIN_LAZY_TUNER_VERSIONS_H

#include "lazynccl_net.h"
#include <stddef.h>
#include <stdint.h>

#define LAZYNCCL_TUNER_NEWEST 6
#define LAZYNCCL_TUNER_IGNORED (-1.0f) /* the cost of what NCCL does not choose */
#define LAZYNCCL_TUNER_UNDEFINED (-1)  /* an algorithm or protocol that is not chosen */

/* Rows of a cost table, and its columns. */
enum {
    LAZYNCCL_TUNER_COLLNET_DIRECT = 2,
    LAZYNCCL_TUNER_COLLNET_CHAIN = 3,
    LAZYNCCL_TUNER_NVLS = 4,
    LAZYNCCL_TUNER_NVLS_TREE = 5,
    LAZYNCCL_TUNER_ALGORITHMS = 6, /* of NCCL before 2.22, which has no cost table */
    LAZYNCCL_TUNER_SIMPLE = 2,
    LAZYNCCL_TUNER_PROTOCOLS = 3,
};

/* v5: how many NVLink domains there are, and the fewest and most ranks in one. */
struct lazynccl_tuner_domains {
    int count, least, most;
};

/* v5: the constants of NCCL's own model, which init may change. */
struct lazynccl_tuner_constants {
    double base[7][3], hardware[3][7][3], bandwidths[5][4][3];
};

typedef int lazynccl_tuner_init_v2(size_t ranks, size_t nodes, lazynccl_net_log log, void **ctx);
typedef int lazynccl_tuner_init_v5(void **ctx, uint64_t communicator, size_t ranks, size_t nodes,
                                   lazynccl_net_log log, struct lazynccl_tuner_domains *,
                                   struct lazynccl_tuner_constants *);
typedef int lazynccl_tuner_costs_v4(void *ctx, int function, size_t bytes, int operations,
                                    float **costs, int algorithms, int protocols, int registered,
                                    int *channels);

struct lazynccl_tuner_v1 {
    const char *name;
    int (*init)(size_t ranks, size_t nodes, lazynccl_net_log log);
    int (*getCollInfo)(int function, size_t bytes, int collnet, int nvls, int operations,
                       int *algorithm, int *protocol, int *channels);
    int (*destroy)(void);
};

struct lazynccl_tuner_v2 {
    const char *name;
    lazynccl_tuner_init_v2 *init;
    int (*getCollInfo)(void *ctx, int function, size_t bytes, int collnet, int nvls, int operations,
                       int *algorithm, int *protocol, int *channels);
    int (*destroy)(void *ctx);
};

struct lazynccl_tuner_v3 {
    const char *name;
    lazynccl_tuner_init_v2 *init;
    int (*getCollInfo)(void *ctx, int function, size_t bytes, int operations, float **costs,
                       int algorithms, int protocols, int *channels);
    int (*destroy)(void *ctx);
};

struct lazynccl_tuner_v4 {
    const char *name;
    lazynccl_tuner_init_v2 *init;
    lazynccl_tuner_costs_v4 *getCollInfo;
    int (*destroy)(void *ctx);
};

struct lazynccl_tuner_v5 {
    const char *name;
    lazynccl_tuner_init_v5 *init;
    lazynccl_tuner_costs_v4 *getCollInfo;
    int (*finalize)(void *ctx);
};

struct lazynccl_tuner_v6 {
    const char *name;
    lazynccl_tuner_init_v5 *init;
    lazynccl_tuner_costs_v4 *getCollInfo;
    int (*finalize)(void *ctx);
    int (*getChunkSize)(void *ctx, int function, size_t bytes, int algorithm, int protocol,
                        int channels, size_t *chunk); /* may be NULL */
};

_Static_assert(sizeof(struct lazynccl_tuner_constants) == 1152, "nccl_tuner.h");
_Static_assert(sizeof(struct lazynccl_tuner_v5) == 32, "nccl_tuner.h");
_Static_assert(sizeof(struct lazynccl_tuner_v6) == 40, "nccl_tuner.h");

/* What NCCL tells a tuner of a communicator; members that its version lacks have plain values. */
struct lazynccl_tuner_communicator {
    uint64_t id;
    size_t ranks, nodes;
    lazynccl_net_log log;
    struct lazynccl_tuner_domains *domains;
    struct lazynccl_tuner_constants *constants;
};

/* A question to the tuner, with costs: algorithms * protocols numbers, row by row. */
struct lazynccl_tuner_question {
    int function;
    size_t bytes;
    int operations, registered;
    float *costs;
    int algorithms, protocols;
    int *channels;
};

#endif
