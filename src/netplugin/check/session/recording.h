/* A recording of NCCL's calls, which LAZYNCCL_NET_RECORD made.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "netplugin/core/record_format.h"

struct recording {
    const struct lazynccl_record_head *head; /* NULL: there is none */
    const struct lazynccl_record_call *calls;
    uint64_t count;
    uint32_t comms; /* their numbers are below this */
    int together;   /* the most messages of one irecv */
    uint64_t most;  /* bytes of a message */
    size_t size;    /* of the file */
};

/* Opens and checks it: what is wrong with one that another release wrote, or that is cut off or
 * damaged, is known before anything is called. Returns NULL, or why it cannot be replayed, to be
 * freed. */
char *recording_open(const char *path, struct recording *);
void recording_close(struct recording *);

/* How many calls from `first` on belong together: the messages of one request; 1 otherwise. */
int recording_group(const struct recording *, uint64_t first);

/* The call with which the request that was made at `made` is done; NULL: not among the next ones.
 */
const struct lazynccl_record_call *recording_done(const struct recording *, uint64_t made);
