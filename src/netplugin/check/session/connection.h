/* Connections through a plugin; both ends may be in one process.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "netplugin/check/session/session.h"

#define GUARD 64 /* bytes after a plugin's buffers, which must stay GUARD_FILL */
#define GUARD_FILL 0x5a

/* From one sender to one receiver. */
struct connection {
    unsigned char handle[LAZYNCCL_NET_HANDLE_SIZE + GUARD];
    void *listening, *sending, *receiving; /* comms; NULL: not open */
    struct waiting_accept *waiting;        /* an accept that has not come back; or NULL */
};
enum connection_end {
    CONNECTION_SENDING = 1,
    CONNECTION_RECEIVING = 2,
    CONNECTION_BOTH = 3,
};

/* Each ends the trial if it fails. Open listens, joins both ends and stops listening. */
void connection_listen(struct session *, void *ctx, struct connection *);
void connection_join(struct session *, void *ctx, struct connection *, enum connection_end);
void connection_open(struct session *, void *ctx, struct connection *);
void connection_close(struct session *, struct connection *);

/* Accepts where nobody connects, in a thread. Returns 1 if accept waits for the peer; the accept
 * then goes on, and connection_join() has its comm. */
int connection_accept_waits(struct session *, struct connection *);
