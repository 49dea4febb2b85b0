/* The record of a fake profiler. */
#pragma once

#include "lazynccl_net.h"
#include "profiler_operations.h"

/* The argument of a state. */
union profiler_state {
    struct {
        size_t size;
        int steps;
    } before_v4;
    int appended;
    uint64_t since_v4;
};

struct profiler_record {
    int inits, ends, starts, stops, records, ranks;
    uint64_t id;
    void *ctx;
    union lazynccl_profiler_any events[16]; /* in order of arrival; an address is a handle */
    int state;
    union profiler_state argument;
};
