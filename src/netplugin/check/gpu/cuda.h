/* A CUDA with one GPU whose memory is host memory. It has the runtime and driver functions that
 * network plugins call. It is built as a shared library that the command embeds; see load.c.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * It supports neither GPUDirect RDMA nor DMA-BUF, so that a plugin uses its host memory path. Work
 * on a stream completes immediately. */
#pragma once

#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HIDDEN __attribute__((visibility("hidden")))

enum { SUCCESS, INVALID_VALUE, NOT_FOUND = 500, NOT_SUPPORTED = 801 }; /* results */
enum { WARP_SIZE = 10, MAJOR = 75, MINOR = 76 };                       /* attributes of a device */
enum { HOST = 1, DEVICE = 2 };                                         /* kinds of memory */
#define VERSION 12080
#define BUS_ID "0000:01:00.0"
#define ANY ((void *)0x10) /* a handle of any kind */

extern int fake_cuda_major; /* runtime version that the plugin was built with; set by load.c */

/* Memory that was allocated for the GPU. All other memory belongs to the host. */
struct block {
    char *start;
    size_t size;
};
HIDDEN struct block *fake_block_of(const void *pointer); /* NULL for host memory */
HIDDEN void *fake_get(size_t size);

/* Implementations of functions. Each returns a result. */
HIDDEN int fake_release(void *pointer);
HIDDEN int fake_give(void **to, void *what); /* NULL: out of memory */
HIDDEN int fake_set(int *to, int value);
HIDDEN int fake_copy(void *to, const void *from, size_t size);
HIDDEN int fake_fill(void *to, int byte, size_t size);
HIDDEN int fake_attribute(int *value, int which);
HIDDEN int fake_bus_id(char *to, int size);

/* Finds the newest driver function of this name. If this library has none, finds one that returns
 * "not supported". */
HIDDEN int fake_look_up(const char *name, void **found);

const char *cudaGetErrorString(int error);
const char *cudaGetErrorName(int error);

/* A function, and one that only succeeds. */
#define CUDA(name, parameters, answer)                                                             \
    int name parameters;                                                                           \
    int name parameters                                                                            \
    {                                                                                              \
        return answer;                                                                             \
    }
#define NOTHING(name) CUDA(name, (void), SUCCESS)
