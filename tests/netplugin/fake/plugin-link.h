/* The fake plugin's connections, and what is under way on them. */
#ifndef PLUGIN_LINK_H
#define PLUGIN_LINK_H
#include "plugin-operations.h"

struct request {
    struct object object;
    struct link *link;    /* NULL for a flush */
    struct request *next; /* posted on the same link */
    int n, filled, tests, tags[FAKE_MOST], done[FAKE_MOST];
    size_t sizes[FAKE_MOST];
    void *data[FAKE_MOST];
};

/* Connects a send comm and a receive comm; either may be closed first. */
struct link {
    int ends;
    struct request *sends, *recvs;
};

struct comm {
    struct object object;
    struct comm *next; /* to be accepted after this one */
    struct link *link;
    int number, blocked;
};

/* In plugin-messages.c: for a link that closes. */
void drop_requests(struct request *first);

#endif
