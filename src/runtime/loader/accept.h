/* Decides whether an opened file is the wanted library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/loader/attempt.h"

/* No DEEPBIND: AddressSanitizer refuses to run with it.
 * NOW: symbols that the library itself lacks show here and not at some later call.
 * LOCAL: its names must not answer other objects' lookups (a hundred of NCCL's in a Python).
 * NODELETE: it has threads and thread-key destructors; unmapped under them it crashes. */
#define LAZYNCCL_DLOPEN (RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)

#define LAZYNCCL_LINK_ONLY "for linking only, not the real library"

/* 1 if the file lies in a folder of libraries to link with, which contain no code. */
int lazynccl_in_stubs(const char *path);

/* Takes what was opened as the candidate, or says why not. `own`: only its object. Returns as
 * lazynccl_visit. */
int lazynccl_accept(struct lazynccl_attempt *, void *handle, const struct lazynccl_objects *own);
