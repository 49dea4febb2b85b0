/* A TCP connection, as both ends keep it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The receiver tells the sender, for each message that it awaits, the slot for it, its tag and how
 * much room there is; the sender answers each with the slot, the size and the bytes. So no message
 * ever comes for which there is no place, and receives of any number of tags cannot block one
 * another. */
#ifndef LINK_H
#define LINK_H
#include "tcp.h"

struct room { /* from the receiver */
    int32_t slot, tag;
    uint64_t size;
};

struct head { /* from the sender, and then `size` bytes */
    int64_t slot;
    uint64_t size;
};

struct request {
    struct comm *comm;
    int used, sends, n, left, sizes[MAX_RECVS];
    struct head head; /* of a send, as is all below */
    const char *data;
    struct request *next; /* to be sent after this one */
};

struct slot { /* a message that is awaited, the i-th of a request; free where that is NULL */
    struct request *request;
    int i;
    char *data;
    size_t size;
};

struct comm {
    int fd;
    struct request requests[MOST_MESSAGES];
    struct room rooms[MOST_MESSAGES]; /* the sender's: not yet used; the receiver's: to be told */
    int rooms_count;
    size_t read, written; /* bytes of what is read and written just now */
    struct head head;     /* the receiver's: of the message that is being read */
    struct slot slots[MOST_MESSAGES];
    struct request *first, *last; /* the sender's: to be written */
};

struct comm *tcp_make_comm(int fd);
#endif
