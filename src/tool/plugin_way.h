/* Connections through a plugin, both ends of which may be in one process.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_PLUGIN_WAY_H
#define LAZYNCCL_TOOL_PLUGIN_WAY_H

#include "plugin_play.h"

#define GUARD 64 /* bytes behind what a plugin is given, which must stay GUARD_FILL */
#define GUARD_FILL 0x5a

/* A way from one sender to one receiver; start with {0}. */
struct way {
    unsigned char handle[LAZYNCCL_NET_HANDLE_SIZE + GUARD];
    void *listening, *sending, *receiving; /* comms; NULL: not open */
};
enum way_end {
    WAY_SENDING = 1,
    WAY_RECEIVING = 2,
    WAY_BOTH = 3,
};

/* Each returns 0, or -1 once that is complained of. */
int way_listen(struct play *, void *ctx, struct way *);
int way_join(struct play *, void *ctx, struct way *, enum way_end);
int way_open(struct play *, void *ctx, struct way *); /* both of these, and no longer listens */
int way_close(struct play *, struct way *);

#endif
