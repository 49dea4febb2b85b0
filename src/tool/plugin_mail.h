/* Messages through a plugin that are known byte for byte.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_PLUGIN_MAIL_H
#define LAZYNCCL_TOOL_PLUGIN_MAIL_H

#include "plugin_way.h"

/* Messages over a way. Fill in the first members, the others being 0. */
struct mail {
    struct way *way;
    int count;            /* messages */
    int n;                /* how many one irecv takes */
    size_t room;          /* for each where it is received */
    const size_t *sizes;  /* of each as it is sent; NULL: all fill the room */
    int backwards;        /* 1: those of one irecv are sent last to first */
    int marked;           /* 1: with LAZYNCCL_NET_OPTIONAL_RECV_COMPLETION */
    int told;             /* 1: the sizes that test() says are looked at */
    enum finding_id late; /* what it is if a message never comes; 0: LN315 */

    unsigned char *out, *in;
    void *out_memory, *in_memory;        /* registrations */
    struct mail_state *sends, *receives; /* of each message; of each irecv */
    int posted_sends, posted_receives, done_sends, done_receives;
};

/* Each returns 0, or -1 once that is complained of. */
int mail_begin(struct play *, struct mail *);    /* registers memory */
int mail_exchange(struct play *, struct mail *); /* all, as far as the way has ends for it */
int mail_end(struct play *, struct mail *);      /* undoes mail_begin(), before a comm is closed */
int mail_deliver(struct play *, struct mail *);  /* the three, and mail_free() */

void mail_free(struct mail *); /* once the plugin has nothing to do with the memory */

/* Parts of mail_exchange(). The first two return 1 if it came to it, 0 if the plugin cannot yet, -1
 * once it is complained of; the others go through all that are not done, and return 0 or -1. */
int mail_post_send(struct play *, struct mail *, int message);
int mail_post_receive(struct play *, struct mail *, int receive);
int mail_send(struct play *, struct mail *);
int mail_receive(struct play *, struct mail *);

int mail_receives(const struct mail *);             /* how many irecvs there are */
int mail_arrived(const struct mail *, int message); /* 1: all its bytes are where they belong */

#endif
