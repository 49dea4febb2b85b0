/* One line of NCCL's log.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 *     [1,3]<stdout>:gpu-03:29881:30401 [0] NCCL INFO Using network IB
 *     gpu-03:29881:30401 [0] transport/net_ib.cc:123 NCCL WARN NET/IB : ...
 *
 * What launchers put before it (torchrun, mpirun, srun, kubectl, Ray, a date) is passed over. */
#pragma once

#include <stddef.h>

struct line {
    const char *host; /* of host_length bytes; NULL: the line does not say who printed it */
    size_t host_length;
    long pid, device;
    int is_warning;   /* else it is information */
    const char *text; /* what follows "NCCL INFO " or "NCCL WARN " */
};

/* Returns 1, or 0: the line is not NCCL's. */
int line_read(const char *text, struct line *);
