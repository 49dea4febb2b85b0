/* A TCP connection's state, the same at both ends.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * For each message that it awaits, the receiver sends the slot, the tag and the size of its buffer;
 * the sender answers with the slot, the size and the bytes. So no message arrives without a buffer,
 * and receives with different tags cannot block one another. */
#ifndef LINK_H
#define LINK_H
#include "tcp.h"

struct room { /* what the receiver sends for each buffer */
    int32_t slot, tag;
    uint64_t size;
};

struct head { /* what the sender sends, followed by `size` bytes */
    int64_t slot;
    uint64_t size;
};

struct request {
    struct comm *comm;
    int used, sends;      /* whether it is in use, and whether it is a send */
    int n, left;          /* its messages, and how many of them are not complete */
    int sizes[MAX_RECVS]; /* the size of each message */
    struct head head;     /* this and the members below are only for sends */
    const char *data;
    struct request *next; /* the request to send after this one */
};

struct slot { /* an awaited message, the i-th of a request; free if `request` is NULL */
    struct request *request;
    int i;
    char *data;
    size_t size;
};

struct comm {
    int fd;
    struct request requests[MOST_MESSAGES];
    struct room rooms[MOST_MESSAGES]; /* sender: not used yet; receiver: not sent yet */
    int rooms_count;
    size_t read, written; /* how much of the current object is read, and is written */
    struct head head;     /* receiver: the head of the message that is being read */
    struct slot slots[MOST_MESSAGES];
    struct request *first, *last; /* sender: the requests that are not sent yet */
};

struct comm *tcp_make_comm(int fd);
#endif
