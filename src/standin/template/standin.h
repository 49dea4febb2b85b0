/* A stand-in: it has a real library's SONAME, functions and version nodes, and opens the library at
 * the first call. Its trampolines are written by the command.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/library.h"
#include "standin/template/answers.h"
#include "standin/template/conf.h"

LAZYNCCL_INTERNAL extern const struct lazynccl_standin_conf lazynccl_standin_conf;

/* Something in .lazy.data. */
#define LAZYNCCL_STANDIN_DATA(at)                                                                  \
    ((const void *)((const char *)&lazynccl_standin_conf + lazynccl_standin_conf.data + (at)))

/* Read by the assembly: the library's description, and the slots. */
LAZYNCCL_INTERNAL extern const struct lazynccl_trampolines lazynccl_trampolines_standin;

/* library.c: completes the library's description, before it is searched for. */
LAZYNCCL_INTERNAL void lazynccl_standin_prepare(void);

/* resolve.c: the names of the stand-in's functions by slot, as a description has them. */
LAZYNCCL_INTERNAL const char *lazynccl_standin_names(void);

/* Generated: the version that the library of this number reports; 0: none. */
LAZYNCCL_INTERNAL int lazynccl_standin_version(int known, lazynccl_function function);

/* In assembly: returns, with the result already in the registers. */
LAZYNCCL_INTERNAL void lazynccl_standin_return(void);

/* first.c: as lazynccl_resolve(). */
LAZYNCCL_INTERNAL lazynccl_function lazynccl_standin_resolve(lazynccl_library *, int slot,
                                                             const void *caller, void *registers,
                                                             struct lazynccl_told *);
