/* A recording of NCCL's calls, which LAZYNCCL_NET_RECORD made.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "netplugin/core/record_format.h"

struct recording {
    const struct lazynccl_record_head *head; /* NULL without a recording */
    const struct lazynccl_record_call *calls;
    uint64_t count;
    uint32_t comms; /* one more than the highest comm number */
    int together;   /* the most messages in one irecv */
    uint64_t most;  /* bytes in the largest message */
    size_t size;    /* bytes in the file */
};

/* Opens a recording and checks all of it, so that a damaged or truncated file, or one in another
 * format, is rejected before anything is called. Returns NULL, or the reason why it cannot be
 * replayed, which the caller frees. */
char *recording_open(const char *path, struct recording *);
void recording_close(struct recording *);

/* Returns the number of calls from `first` on that belong to one request, one for each message, or
 * 1. */
int recording_group(const struct recording *, uint64_t first);

/* Returns the call that completed the request made at `made`, or NULL if it is not among the next
 * calls. */
const struct lazynccl_record_call *recording_done(const struct recording *, uint64_t made);
