/* The record of a fake profiler.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "netplugin/lazy/profiler.h"

struct profiler_record {
    int inits, ends, starts, stops, records, ranks;
    uint64_t id;
    void *ctx;
    union lazynccl_profiler_any events[16]; /* in order of arrival; an address is a handle */
    int state;
    union lazynccl_profiler_state argument;
};
