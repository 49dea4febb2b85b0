/* A stand-in: it has a real library's SONAME, functions and version nodes, and opens the library at
 * the first call. The machine's assembly file holds the trampoline and what precedes a first call.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_STANDIN_STANDIN_H
#define LAZYNCCL_STANDIN_STANDIN_H

#include "library/library.h"
#include "standin/conf.h"

LAZYNCCL_INTERNAL extern const struct lazynccl_standin_conf lazynccl_standin_conf;

/* The library that it stands in for. */
LAZYNCCL_INTERNAL lazynccl_library *lazynccl_standin_library(void);

/* The real function of a slot; `caller`: an address in the code that calls it. Does not return if
 * there is none: it prints the reason and aborts. Keeps errno. */
LAZYNCCL_INTERNAL lazynccl_symbol lazynccl_standin_resolve(uintptr_t slot, const void *caller);

#endif
