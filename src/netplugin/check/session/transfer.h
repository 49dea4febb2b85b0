/* Messages through a plugin whose every byte is known.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "netplugin/check/session/connection.h"

#define TRANSFER_DONE ((void *)-1)

/* The sends or the receives: each send is a message, each receive takes `n` of them. */
struct transfer_side {
    unsigned char *bytes; /* of all messages */
    void *memory;         /* their registration */
    void **requests;      /* each NULL until it is posted, TRANSFER_DONE when it is done */
    int count, posted, done;
};

enum transfer_flags {
    TRANSFER_BACKWARDS = 1, /* the messages of one receive are sent last to first */
    TRANSFER_OPTIONAL = 2,  /* with LAZYNCCL_NET_OPTIONAL_RECV_COMPLETION */
    TRANSFER_SIZES = 4,     /* checks the sizes that test() writes */
};

/* What sets messages apart. */
struct transfer_messages {
    const size_t *sizes; /* of each as it is sent; NULL: all fill the room */
    const int *tags;     /* NULL: different ones in each irecv */
    unsigned first;      /* a number, for other bytes than the connection's other messages */
};

/* Messages over a connection. */
struct transfer {
    struct connection *connection;
    int count;   /* messages */
    int n;       /* how many one irecv takes */
    size_t room; /* for each where it is received */
    struct transfer_messages messages;
    enum transfer_flags flags;
    const char *late; /* what to report of a message that does not arrive; NULL: LN315 */

    struct transfer_side out, in;
};

/* The first four members; the others are 0. */
struct transfer transfer_over(struct connection *, int count, int n, size_t room);

/* Each ends the trial if it fails. */
void transfer_begin(struct session *, struct transfer *);    /* registers memory */
void transfer_exchange(struct session *, struct transfer *); /* all, at the ends that are open */
void transfer_end(struct session *, struct transfer *);      /* deregisters, before a comm closes */
void transfer_deliver(struct session *, struct transfer *);  /* the three, and transfer_free() */

void transfer_free(struct transfer *); /* only when the plugin no longer uses the memory */

/* Parts of transfer_exchange(). The first two return 1 if the request was posted, 0 if the plugin
 * cannot take it yet; the others go through all that are not done. */
int transfer_post_send(struct session *, struct transfer *, int message);
int transfer_post_receive(struct session *, struct transfer *, int receive);
void transfer_send(struct session *, struct transfer *);
void transfer_receive(struct session *, struct transfer *);

/* The bytes of the messages, in transfer_data.c. Fill writes those to be sent, and GUARD_FILL to
 * where they are received; check compares what was received, and the size that test() wrote, and
 * ends the trial if they are wrong. */
size_t transfer_data_size(const struct transfer *, int message);
int transfer_data_tag(const struct transfer *, int message);
void transfer_data_fill(struct transfer *);
int transfer_data_arrived(const struct transfer *, int message); /* 1: all its bytes */
void transfer_data_check(struct session *, const struct transfer *, int message, int size);
