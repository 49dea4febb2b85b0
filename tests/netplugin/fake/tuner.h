/* The record of a fake tuner, and its results. */
#pragma once

#include "tuner_operations.h"

#define CTX(i) ((void *)(uintptr_t)(0x1000 + (i)))
#ifndef CHANNELS
#define CHANNELS 7
#endif
enum { CHOSEN_ALGORITHM = 1, CHOSEN_PROTOCOL = 0, CHOSEN_CHANNELS = CHANNELS };

struct tuner_record {
    int inits, asks, ends;
    uint64_t id;
    size_t ranks, nodes, bytes;
    struct lazynccl_tuner_domains domains;
    int function, operations, collnet, direct, nvls, algorithms, protocols, registered;
    void *ctx; /* of the last call */
};
