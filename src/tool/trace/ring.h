/* Reads the files that tracing stand-ins write.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A file may be written to while it is read, and none is trusted. */
#pragma once

#include "common/text/strings.h"
#include "standin/elf/recipes.h"

/* The order of two numbers, as qsort() takes it. */
#define TRACE_ORDER(a, b) (((a) > (b)) - ((a) < (b)))

/* How far a collective is on the GPU. */
enum trace_stage { TRACE_UNKNOWN, TRACE_QUEUED, TRACE_STARTED, TRACE_COMPLETE };

struct trace_progress {
    enum trace_stage stage;
    int is_captured;  /* 1: part of a CUDA graph; the stage is that in the graph's last launch */
    uint8_t launches; /* modulo 256 */
};

/* A call or its return. */
struct trace_call {
    uint64_t sequence; /* counted from 1 */
    uint64_t words[LAZYNCCL_RING_WORDS];
    double time; /* seconds since 1970, by the host's clock */
    int function;
    int thread;    /* counted from 1 */
    int is_return; /* 1: word 0 is the result, word 1 the handle that was set */
    struct trace_progress progress;
};

enum trace_state {
    TRACE_RUNNING,
    TRACE_STOPPED, /* by a signal or a debugger */
    TRACE_ENDED,
    TRACE_ELSEWHERE /* on another host or in another container */
};

enum trace_kind {
    TRACE_RING,      /* the calls of a process */
    TRACE_COLLECTED, /* a process in the file of a node: only its communicators */
    TRACE_PAGE       /* only the page of a process, NAME.rank, which says who it is */
};

struct trace_ring {
    char *path;
    char *page; /* the path of the page that belongs to a ring, or NULL */
    enum trace_kind kind;
    struct lazynccl_identity who; /* its texts end with NUL */
    struct lazynccl_ring head;    /* of a ring: its texts end with NUL */
    char soname[128];             /* "" for a page */
    uint32_t profiler;            /* the profiler interface by which NCCL reports progress, or 0 */
    char *opened;                 /* the library's file; "": none was opened; NULL: unknown */
    uint64_t at, size;            /* the bytes of a collected process's communicators in its file */
    const char **names;           /* of the functions, by number */
    struct lazynccl_recipe *recipes;
    struct trace_call *calls; /* by sequence number */
    size_t count;
    uint64_t total;    /* calls and returns recorded so far */
    uint64_t lost;     /* overwritten or incomplete, so not in `calls` */
    uint64_t *threads; /* the number that identifies each thread in the file */
    int thread_count;
    enum trace_state state;
    double now;  /* by the host's clock; 0 if unknown */
    void *bytes; /* the start of the file, with names and recipes */
};

/* Reads a ring or a page, but no calls. Returns NULL, or frees everything and returns why. */
const char *trace_ring_open(struct trace_ring *, const char *path);
void trace_ring_free(struct trace_ring *);

/* Replaces the ring's calls by those after the sequence number `after`. If there are more than
 * `most` records, reads only the last ones, and earlier ones that make or destroy a handle. Returns
 * the reason if the file cannot be read, otherwise NULL. A trace may have millions of calls: drop
 * them before reading the next trace. */
const char *trace_ring_read(struct trace_ring *, uint64_t after, uint64_t most);
void trace_ring_drop(struct trace_ring *);

/* Returns the number of the function's parameters, or -1 if unknown. */
int trace_ring_parameters(const struct trace_ring *, int function,
                          struct recipe_parameter parameters[RECIPE_PARAMETERS]);

/* "ncclAllReduce(size_t 1024, ncclDataType_t 7)", to be freed. */
char *trace_ring_call_text(const struct trace_ring *, const struct trace_call *);
const char *trace_ring_state_text(const struct trace_ring *);

/* Returns "not started", "started", "complete" or, if unknown, NULL. */
const char *trace_stage_text(enum trace_stage);

/* Reads `size` bytes of a regular file from a place on; 0: all, and sets the size. Returns NULL, or
 * the reason. The bytes, which end with a NUL, are to be freed. For other readers of such files. */
const char *trace_ring_part(const char *path, uint64_t at, unsigned char **bytes, size_t *size);

/* Returns 1 if the process was started since this machine booted. */
int trace_ring_is_here(const struct lazynccl_identity *);

/* Compares two processes for qsort(), by host and then by process. */
int trace_ring_compare(const struct lazynccl_identity *, const struct lazynccl_identity *);
