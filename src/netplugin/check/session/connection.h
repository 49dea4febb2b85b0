/* Connections through a plugin; both ends may be in one process.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "netplugin/check/session/session.h"

#define GUARD 64 /* bytes after a plugin's buffers, which must stay GUARD_FILL */
#define GUARD_FILL 0x5a

/* A connection from one sender to one receiver. */
struct connection {
    unsigned char handle[LAZYNCCL_NET_HANDLE_SIZE + GUARD];
    void *listening, *sending, *receiving; /* comms; NULL: not open */
    struct waiting_accept *waiting;        /* an accept that has not returned, or NULL */
};
enum connection_end {
    CONNECTION_SENDING = 1,
    CONNECTION_RECEIVING = 2,
    CONNECTION_BOTH = 3,
};

/* These end the trial if they fail. connection_open() listens, joins both ends, stops listening. */
void connection_listen(struct session *, void *ctx, struct connection *);
void connection_join(struct session *, void *ctx, struct connection *, enum connection_end);
void connection_open(struct session *, void *ctx, struct connection *);
void connection_close(struct session *, struct connection *);

/* Calls the plugin's accept in a thread while no peer connects. Returns 1 if accept blocks. The
 * thread then waits for the peer, and connection_join() gets the comm from it. */
int connection_accept_waits(struct session *, struct connection *);
