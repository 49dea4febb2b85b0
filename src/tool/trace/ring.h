/* Reads the files in which tracing stand-ins keep their last calls.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A file may be written to while it is read, and none is trusted. */
#pragma once

#include "common/text/strings.h"
#include "standin/elf/recipes.h"

/* A call, or the return of one. */
struct trace_call {
    uint64_t sequence; /* from 1 */
    uint64_t words[LAZYNCCL_RING_WORDS];
    double time; /* seconds since 1970, by the clock of its host */
    int function;
    int thread;   /* from 1 */
    int returned; /* 1: word 0 is the result, word 1 the handle that was set */
};

enum trace_state {
    TRACE_RUNNING,
    TRACE_STOPPED, /* by a signal or a debugger */
    TRACE_ENDED,
    TRACE_ELSEWHERE /* on another host, or in another container */
};

struct trace_ring {
    char *path;
    struct lazynccl_ring head; /* its texts end with NUL */
    const char **names;        /* of the functions */
    struct lazynccl_recipe *recipes;
    struct trace_call *calls; /* in order */
    size_t count;
    uint64_t total;    /* calls and returns so far */
    uint64_t lost;     /* of these, not in `calls`: overwritten, or being written */
    uint64_t *threads; /* what each thread has for itself */
    int thread_count;
    enum trace_state state;
    double now; /* by the clock of its host; 0: not known */
    void *bytes;
};

/* Reads a file, with the records after the sequence number `after`. Returns NULL, or why it cannot
 * be read; then there is nothing to free. */
const char *trace_ring_read(struct trace_ring *, const char *path, uint64_t after);
void trace_ring_free(struct trace_ring *);

/* The parameters of a function; -1: not known. */
int trace_ring_parameters(const struct trace_ring *, int function,
                          struct recipe_parameter parameters[RECIPE_PARAMETERS]);

/* "ncclAllReduce(size_t 1024, ncclDataType_t 7)", to be freed. */
char *trace_ring_call_text(const struct trace_ring *, const struct trace_call *);
const char *trace_ring_state_text(const struct trace_ring *);
