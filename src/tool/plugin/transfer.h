/* Messages through a plugin that are known byte for byte.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_PLUGIN_TRANSFER_H
#define LAZYNCCL_TOOL_PLUGIN_TRANSFER_H

#include "tool/plugin/connection.h"

/* Messages over a way. Fill in the first members, the others being 0. */
struct transfer {
    struct connection *way;
    int count;           /* messages */
    int n;               /* how many one irecv takes */
    size_t room;         /* for each where it is received */
    const size_t *sizes; /* of each as it is sent; NULL: all fill the room */
    int backwards;       /* 1: those of one irecv are sent last to first */
    int marked;          /* 1: with LAZYNCCL_NET_OPTIONAL_RECV_COMPLETION */
    int told;            /* 1: the sizes that test() says are looked at */
    const char *late;    /* what it is if a message never comes; 0: LN315 */

    unsigned char *out, *in;
    void *out_memory, *in_memory;            /* registrations */
    struct transfer_state *sends, *receives; /* of each message; of each irecv */
    int posted_sends, posted_receives, done_sends, done_receives;
};

/* Each returns 0, or -1 once that is complained of. */
int transfer_begin(struct session *, struct transfer *); /* registers memory */
int transfer_exchange(struct session *,
                      struct transfer *); /* all, as far as the way has ends for it */
int transfer_end(struct session *,
                 struct transfer *); /* undoes mail_begin(), before a comm is closed */
int transfer_deliver(struct session *, struct transfer *); /* the three, and mail_free() */

void transfer_free(struct transfer *); /* once the plugin has nothing to do with the memory */

/* Parts of mail_exchange(). The first two return 1 if it came to it, 0 if the plugin cannot yet, -1
 * once it is complained of; the others go through all that are not done, and return 0 or -1. */
int transfer_post_send(struct session *, struct transfer *, int message);
int transfer_post_receive(struct session *, struct transfer *, int receive);
int transfer_send(struct session *, struct transfer *);
int transfer_receive(struct session *, struct transfer *);

int transfer_receives(const struct transfer *); /* how many irecvs there are */
int transfer_arrived(const struct transfer *,
                     int message); /* 1: all its bytes are where they belong */

#endif
