/* Trials of what a plugin does with messages.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/plugin/transfer.h"
#include "tool/plugin/trials.h"

/* Starts, and opens a way. Returns 0, or -1. */
static int begin(struct session *play, struct connection *way)
{
    return session_start(play) == 0 ? connection_open(play, play->ctx, way) : -1;
}

static void end(struct session *play, struct connection *way)
{
    if (connection_close(play, way) == 0)
        session_finalize(play, play->ctx);
}

void trial_messages(struct session *play)
{
    static const size_t rooms[] = {1, 100, 4096, 65537, 1 << 20, 4 << 20};
    struct connection way = {.listening = NULL};

    if (begin(play, &way) != 0)
        return;
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms && rooms[i] <= play->is.maxP2pBytes; i++) {
        struct transfer one = {.way = &way, .count = 1, .n = 1, .room = rooms[i]};
        struct transfer many = {.way = &way, .count = 8, .n = 1, .room = rooms[i] / 4 + 1};

        if (transfer_deliver(play, &one) != 0 || transfer_deliver(play, &many) != 0)
            return;
    }
    end(play, &way);
}

void trial_sizes(struct session *play)
{
    static const size_t sizes[] = {100, 0, 1, 4095, 4096, 0, 17, 0};
    struct connection way = {.listening = NULL};
    struct transfer mail = {
        .way = &way, .count = 8, .n = 1, .room = 4096, .sizes = sizes, .told = 1};

    if (begin(play, &way) == 0 && transfer_deliver(play, &mail) == 0)
        end(play, &way);
}

/* How many one irecv may take; 0: no more than one, which is said. */
static int group_of(struct session *play)
{
    int most = play->is.maxRecvs;

    if (most < 2) {
        session_say(play, "skip", "maxRecvs is %d", most);
        return 0;
    }
    return most > LAZYNCCL_NET_MAX_RECVS ? LAZYNCCL_NET_MAX_RECVS : most;
}

void trial_groups(struct session *play)
{
    size_t sizes[3 * LAZYNCCL_NET_MAX_RECVS];
    struct connection way = {.listening = NULL};
    int most;

    if (session_start(play) != 0 || !(most = group_of(play)) ||
        connection_open(play, play->ctx, &way) != 0)
        return;
    for (int i = 0; i < 3 * most; i++)
        sizes[i] = (size_t)(i % 5 == 4 ? 0 : 100 + i * 7);
    for (int n = 2; n <= most; n = n < most && n * 2 > most ? most : n * 2)
        for (int backwards = 0; backwards < 2; backwards++) {
            struct transfer mail = {.way = &way,
                                    .count = 3 * n,
                                    .n = n,
                                    .room = 2048,
                                    .sizes = sizes,
                                    .backwards = backwards,
                                    .told = 1};

            if (transfer_deliver(play, &mail) != 0)
                return;
        }
    end(play, &way);
}

/* Receives until the plugin takes no more, then sends, and no send is asked after until all are
 * posted. Returns 0, or -1. */
static int fill(struct session *play, struct transfer *mail)
{
    int receives = transfer_receives(mail), took = 1;

    session_step(play, "%d irecvs of %d", receives, mail->n);
    for (int r = 0; r < receives && took > 0; r++)
        took = transfer_post_receive(play, mail, r);
    if (took < 0)
        return -1;
    if (mail->posted_receives < receives) {
        session_report(play, "LN325", "irecv takes %d and no more", mail->posted_receives);
        return -1;
    }
    session_step(play, "%d isends", mail->count);
    while (mail->posted_sends < mail->count) {
        took = transfer_post_send(play, mail, mail->posted_sends);
        if (took > 0)
            continue;
        if (took < 0 ||
            transfer_receive(play, mail) < 0 || /* some move nothing unless they are asked */
            !session_waits(play, "LN325", "isend has taken %d of %d", mail->posted_sends,
                           mail->count))
            return -1;
    }
    return 0;
}

void trial_flight(struct session *play)
{
    int requests = play->version < 7 ? 8 : LAZYNCCL_NET_MAX_REQUESTS; /* it was raised in v7 */
    struct connection way = {.listening = NULL};
    struct transfer mail = {.way = &way, .room = 512};

    if (begin(play, &way) != 0)
        return;
    mail.n = play->is.maxRecvs < 1                        ? 1
             : play->is.maxRecvs > LAZYNCCL_NET_MAX_RECVS ? LAZYNCCL_NET_MAX_RECVS
                                                          : play->is.maxRecvs;
    mail.count = requests * mail.n;
    if (transfer_begin(play, &mail) != 0 || fill(play, &mail) != 0)
        return;
    session_step(play, "test %d sends and %d receives", mail.count, requests);
    if (transfer_exchange(play, &mail) == 0 && transfer_end(play, &mail) == 0)
        end(play, &way);
}

void trial_memory(struct session *play)
{
    static unsigned char memory[3 * 4096];
    struct connection way = {.listening = NULL};
    struct transfer mail = {.way = &way, .count = 4, .n = 1, .room = 3000};

    if (begin(play, &way) != 0 || transfer_begin(play, &mail) != 0)
        return;
    for (int round = 0; round < 16; round++) {
        void *comm = round % 2 ? way.receiving : way.sending, *whole, *part;

        session_step(play, "register memory twice");
        if (!session_works(play, "regMr",
                           play->net.regMr(&play->real, comm, memory, sizeof memory,
                                           LAZYNCCL_NET_PTR_HOST, &whole)) ||
            !session_works(play, "regMr of a part of the same",
                           play->net.regMr(&play->real, comm, memory + 1 + round, 1 + (size_t)round,
                                           LAZYNCCL_NET_PTR_HOST, &part)) ||
            !session_works(play, "deregMr", play->net.deregMr(&play->real, comm, whole)) ||
            !session_works(play, "deregMr of a part", play->net.deregMr(&play->real, comm, part)))
            return;
    }
    session_step(play, "send and receive");
    if (transfer_exchange(play, &mail) == 0 && transfer_end(play, &mail) == 0)
        end(play, &way);
}

void trial_marks(struct session *play)
{
    struct connection way = {.listening = NULL};
    struct transfer mail = {.way = &way, .count = 8, .n = 1, .room = 2000, .marked = 1};

    if (play->version < 9) {
        session_say(play, "skip", "NCCL marks receives since v9");
        return;
    }
    if (begin(play, &way) != 0 || transfer_begin(play, &mail) != 0)
        return;
    session_step(play, "send and receive with optional completion");
    if (transfer_exchange(play, &mail) != 0)
        return;
    for (int i = 0; i < mail.count; i++)
        while (!transfer_arrived(&mail, i))
            if (!session_waits(play, "LN322", "message %d of %d has not arrived", i + 1,
                               mail.count))
                return;
    if (transfer_end(play, &mail) == 0)
        end(play, &way);
}

void trial_flush(struct session *play)
{
    struct connection way = {.listening = NULL};
    struct transfer mail = {.way = &way, .count = 1, .n = 1, .room = 4096};
    void *data, *request = NULL;
    int size = 4096, done = 0;

    if (session_start(play) != 0)
        return;
    if (!(play->is.ptrSupport & LAZYNCCL_NET_PTR_CUDA) || !play->net.iflush) {
        session_say(play, "skip", "it takes no memory of GPUs");
        return;
    }
    if (connection_open(play, play->ctx, &way) != 0 || transfer_begin(play, &mail) != 0)
        return;
    session_step(play, "send and receive");
    if (transfer_exchange(play, &mail) != 0)
        return;
    session_step(play, "iflush");
    data = mail.in;
    if (play->net.iflush(&play->real, way.receiving, 1, &data, &size, &mail.in_memory, &request) !=
        LAZYNCCL_NET_SUCCESS) {
        session_say(play, "skip", "it flushes no host memory");
        return;
    }
    while (request && !done) /* none: there is nothing to wait for */
        if (!session_works(play, "test", play->net.test(&play->real, request, &done, NULL)) ||
            (!done && !session_waits(play, "LN315", "the flush is not done")))
            return;
    if (transfer_end(play, &mail) == 0)
        end(play, &way);
}
