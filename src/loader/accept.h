/* Whether something that was opened is what is wanted.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_LOADER_ACCEPT_H
#define LAZYNCCL_LOADER_ACCEPT_H

#include "loader/attempt.h"

/* No DEEPBIND: AddressSanitizer refuses to run with it.
 * NOW: what the library itself lacks shows here and not at some later call.
 * LOCAL: its names must not answer lookups of anybody else (a hundred of NCCL's in a Python).
 * NODELETE: it has threads and thread-key destructors; unmapped under them it crashes. */
#define LAZYNCCL_DLOPEN (RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)

#define LAZYNCCL_FOR_LINKING "for linking only, not the real library"

/* 1 if the file lies in a folder of libraries to link with, which answer nothing. */
int lazynccl_in_stubs(const char *path);

/* Takes what was opened under that name, or says why not. `own`: its object alone. */
enum lazynccl_verdict lazynccl_judge(struct lazynccl_attempt *, const char *place, const char *name,
                                     void *handle, const struct lazynccl_objects *own);

#endif
