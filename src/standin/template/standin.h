/* A stand-in: it has a real library's SONAME, functions and version nodes, and opens the library at
 * the first call. Its trampolines are written by the command.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/library.h"
#include "standin/template/answers.h"
#include "standin/template/conf.h"

LAZYNCCL_INTERNAL extern const struct lazynccl_standin_conf lazynccl_standin_conf;

/* The address of an offset in .lazy.data. */
#define LAZYNCCL_STANDIN_DATA(at)                                                                  \
    ((const void *)((const char *)&lazynccl_standin_conf + lazynccl_standin_conf.data + (at)))

/* The library's description and the slots, for the assembly. */
LAZYNCCL_INTERNAL extern struct lazynccl_trampolines lazynccl_trampolines_standin;

/* library.c: completes the library's description, before it is searched for. */
LAZYNCCL_INTERNAL void lazynccl_standin_prepare(void);

/* Generated: asks `function` for the version of the library with number `known`; 0: none. */
LAZYNCCL_INTERNAL int lazynccl_standin_version(int known, lazynccl_function function);

/* In assembly: returns, with the result already in the registers. */
LAZYNCCL_INTERNAL void lazynccl_standin_return(void);

/* first.c: does in a stand-in what lazynccl_resolve() does elsewhere. */
LAZYNCCL_INTERNAL lazynccl_function lazynccl_standin_resolve(lazynccl_library *, int slot,
                                                             const void *caller, void *registers,
                                                             struct lazynccl_told *);
