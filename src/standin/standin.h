/* A stand-in: it has a real library's SONAME, functions and version nodes, and opens the library at
 * the first call. Its trampolines are written by the command.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_STANDIN_STANDIN_H
#define LAZYNCCL_STANDIN_STANDIN_H

#include "library/library.h"
#include "standin/conf.h"

LAZYNCCL_INTERNAL extern const struct lazynccl_standin_conf lazynccl_standin_conf;

/* What the assembly reads: the library that it stands in for, and the slots. */
LAZYNCCL_INTERNAL extern const struct lazynccl_trampolines lazynccl_trampolines_standin;

/* Before the library is searched for: completes its description from the conf. */
LAZYNCCL_INTERNAL void lazynccl_standin_prepare(void);

/* The real function of a slot; `caller`: an address in the code that calls it. Does not return if
 * there is none: it prints the reason and aborts. Keeps errno. */
LAZYNCCL_INTERNAL lazynccl_symbol lazynccl_standin_resolve(lazynccl_library *, int slot,
                                                           const void *caller);

#endif
