/* The main job in three steps. Each returns 0, or prints the error and returns 1.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef JOB_H
#define JOB_H

#include <stddef.h>

struct code {
    void *bytes; /* from malloc, or NULL */
    size_t size;
};

/* CUDA C to LTO-IR, with NVRTC. */
int compile_source(const char *source, struct code *ltoir);

/* LTO-IR to a cubin for sm_80, with nvJitLink. */
int link_cubin(const struct code *ltoir, struct code *cubin);

/* NCCL's version, and an id with which processes would find each other. */
int identify(int *version, unsigned char id[128]);

#endif
