/* A TCP connection's state, the same at both ends.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * For each message that it awaits, the receiver sends the slot, the tag and the size of its buffer;
 * the sender answers with the slot, the size and the bytes. So no message arrives without a buffer,
 * and receives with different tags cannot block one another. */
#ifndef LINK_H
#define LINK_H
#include "tcp.h"

struct room { /* from the receiver */
    int32_t slot, tag;
    uint64_t size;
};

struct head { /* from the sender, followed by `size` bytes */
    int64_t slot;
    uint64_t size;
};

struct request {
    struct comm *comm;
    int used, sends, n, left, sizes[MAX_RECVS];
    struct head head; /* of a send, as all members below */
    const char *data;
    struct request *next; /* to be sent after this one */
};

struct slot { /* an awaited message, the i-th of a request; free if that is NULL */
    struct request *request;
    int i;
    char *data;
    size_t size;
};

struct comm {
    int fd;
    struct request requests[MOST_MESSAGES];
    struct room rooms[MOST_MESSAGES]; /* the sender's: unused; the receiver's: to be sent */
    int rooms_count;
    size_t read, written; /* bytes of the object being read and written */
    struct head head;     /* the receiver's: of the message being read */
    struct slot slots[MOST_MESSAGES];
    struct request *first, *last; /* the sender's: to be written */
};

struct comm *tcp_make_comm(int fd);
#endif
