/* Sends messages through a plugin. The receiver knows every byte of a message in advance.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "netplugin/check/session/connection.h"

#define TRANSFER_DONE ((void *)-1)

/* The sends or the receives of a transfer. A send is one message; a receive takes `n`. */
struct transfer_side {
    unsigned char *bytes; /* the bytes of all messages */
    void *memory;         /* the registration of the memory */
    void **requests;      /* each is NULL until posted and TRANSFER_DONE once done */
    int count, posted, done; /* numbers of requests: in all, posted so far, done so far */
};

enum transfer_flags {
    TRANSFER_BACKWARDS = 1, /* the messages of one receive are sent last to first */
    TRANSFER_OPTIONAL = 2,  /* irecv gets LAZYNCCL_NET_OPTIONAL_RECV_COMPLETION */
    TRANSFER_SIZES = 4,     /* the sizes that test() writes are checked */
};

/* Messages over one connection. */
struct transfer {
    struct connection *connection;
    int count;           /* messages */
    int n;               /* messages in one irecv */
    size_t room;         /* bytes for each message at the receiver */
    const size_t *sizes; /* sizes of the messages as sent, or NULL if each fills the room */
    enum transfer_flags flags;
    const char *late; /* the finding for a message that does not arrive, or NULL for LN315 */

    struct transfer_side out, in;
};

/* Returns a transfer with these members set and all others 0. */
struct transfer transfer_over(struct connection *, int count, int n, size_t room);

/* These end the trial if they fail. */
void transfer_begin(struct session *, struct transfer *);    /* registers memory */
void transfer_exchange(struct session *, struct transfer *); /* all, at the ends that are open */
void transfer_end(struct session *, struct transfer *);      /* deregisters, before a comm closes */
void transfer_deliver(struct session *, struct transfer *);  /* all three, then transfer_free() */

void transfer_free(struct transfer *); /* only when the plugin no longer uses the memory */

/* Parts of transfer_exchange(). The first two return 1 if the request was posted, or 0 if the
 * plugin cannot take it yet. The others process all requests that are not done. */
int transfer_post_send(struct session *, struct transfer *, int message);
int transfer_post_receive(struct session *, struct transfer *, int receive);
void transfer_send(struct session *, struct transfer *);
void transfer_receive(struct session *, struct transfer *);

/* The bytes of the messages, in transfer_data.c. transfer_data_fill() writes the data to send, and
 * GUARD_FILL to the receive buffers. transfer_data_check() compares the received data and the size
 * from test(), and ends the trial if they are wrong. */
size_t transfer_data_size(const struct transfer *, int message);
int transfer_data_tag(const struct transfer *, int message);
void transfer_data_fill(struct transfer *);
int transfer_data_arrived(const struct transfer *, int message); /* 1 if all bytes have arrived */
void transfer_data_check(struct session *, const struct transfer *, int message, int size);
