/* Connections through a plugin, both ends of which may be in one process.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_PLUGIN_CONNECTION_H
#define LAZYNCCL_TOOL_PLUGIN_CONNECTION_H

#include "tool/plugin/session.h"

#define GUARD 64 /* bytes behind what a plugin is given, which must stay GUARD_FILL */
#define GUARD_FILL 0x5a

/* A way from one sender to one receiver; start with {0}. */
struct connection {
    unsigned char handle[LAZYNCCL_NET_HANDLE_SIZE + GUARD];
    void *listening, *sending, *receiving; /* comms; NULL: not open */
};
enum connection_end {
    CONNECTION_SENDING = 1,
    CONNECTION_RECEIVING = 2,
    CONNECTION_BOTH = 3,
};

/* Each returns 0, or -1 once that is complained of. */
int connection_listen(struct session *, void *ctx, struct connection *);
int connection_join(struct session *, void *ctx, struct connection *, enum connection_end);
int connection_open(struct session *, void *ctx,
                    struct connection *); /* both of these, and no longer listens */
int connection_close(struct session *, struct connection *);

#endif
