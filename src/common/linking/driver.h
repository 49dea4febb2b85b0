/* The NVIDIA driver of a machine, according to its files.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/linking/facts.h"

struct driver {
    char kernel[32];  /* the version of the kernel module, "550.54.14"; "": not loaded */
    char library[32]; /* the version of libcuda.so.1; "": not found, or not in its name */
    char *libcuda;    /* libcuda.so.1 as ld.so finds it, with the root; NULL: not found */
    int is_empty;     /* 1: libcuda.so.1 is a placeholder without content */
};

/* Returns the facts about the driver, which are read at the first call. */
const struct driver *driver_read(struct facts *);

/* Returns the oldest branch of the driver that serves a major of CUDA; 0: not known. */
int driver_oldest_branch(int cuda);

/* Returns the newest major of CUDA that the driver serves; 0: not known, or all known majors. */
int driver_newest_cuda(const struct driver *);

/* Returns the driver's version and the newest CUDA that it serves, "550.54.14 (CUDA 12.4)", to be
 * freed; NULL: there is no driver. */
char *driver_text(const struct driver *);
