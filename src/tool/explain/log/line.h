/* One line of NCCL's log.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 *     [1,3]<stdout>:gpu-03:29881:30401 [0] NCCL INFO Using network IB
 *     gpu-03:29881:30401 [0] transport/net_ib.cc:123 NCCL WARN NET/IB : ...
 *
 * The prefix of a launcher (torchrun, mpirun, srun, kubectl, Ray) and a date are skipped. */
#pragma once

#include <stddef.h>

struct line {
    const char *host; /* host_length bytes; NULL if the line has no process name */
    size_t host_length;
    long pid;
    int is_warning;   /* 0 if it is information */
    const char *mark; /* "NCCL INFO " or "NCCL WARN ", without "NCCL " up to 2.2 */
    const char *text; /* the text after the mark */
};

/* Returns 1 if the line is NCCL's, else 0. */
int line_read(const char *text, struct line *);
