/* Sends messages to itself, and looks whether every byte of them comes where it belongs.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/plugin/transfer.h"
#include <stdlib.h>
#include <string.h>

struct transfer_state {
    void *request;
    enum { MAIL_NEW, MAIL_POSTED, MAIL_DONE } is;
};

static size_t size_of(const struct transfer *mail, int message)
{
    return mail->sizes ? mail->sizes[message] : mail->room;
}

static unsigned char byte_of(int message, size_t at)
{
    return (unsigned char)((unsigned)message * 37 + at * 11 + (at >> 8) + 1);
}

static int tag_of(const struct transfer *mail, int message)
{
    return message % mail->n * 5;
}

int transfer_receives(const struct transfer *mail)
{
    return mail->count / mail->n;
}

static void *make(size_t count, size_t size)
{
    void *memory = calloc(count, size);

    if (!memory)
        abort();
    return memory;
}

int transfer_begin(struct session *play, struct transfer *mail)
{
    size_t room = mail->room + GUARD, size = (size_t)mail->count * room;
    struct connection *way = mail->way;

    mail->out = make(size, 1);
    mail->in = make(size, 1);
    mail->sends = make((size_t)mail->count, sizeof *mail->sends);
    mail->receives = make((size_t)transfer_receives(mail), sizeof *mail->receives);
    memset(mail->in, GUARD_FILL, size);
    for (int i = 0; i < mail->count; i++)
        for (size_t at = 0; at < size_of(mail, i); at++)
            mail->out[(size_t)i * room + at] = byte_of(i, at);
    session_step(play, "regMr");
    if (way->sending && !session_works(play, "regMr of a send comm",
                                       play->net.regMr(&play->real, way->sending, mail->out, size,
                                                       LAZYNCCL_NET_PTR_HOST, &mail->out_memory)))
        return -1;
    if (way->receiving &&
        !session_works(play, "regMr of a receive comm",
                       play->net.regMr(&play->real, way->receiving, mail->in, size,
                                       LAZYNCCL_NET_PTR_HOST, &mail->in_memory)))
        return -1;
    return 0;
}

int transfer_end(struct session *play, struct transfer *mail)
{
    struct connection *way = mail->way;
    int works = 1;

    session_step(play, "deregMr");
    if (mail->out && way->sending)
        works &= session_works(play, "deregMr of a send comm",
                               play->net.deregMr(&play->real, way->sending, mail->out_memory));
    if (mail->in && way->receiving)
        works &= session_works(play, "deregMr of a receive comm",
                               play->net.deregMr(&play->real, way->receiving, mail->in_memory));
    return works ? 0 : -1;
}

void transfer_free(struct transfer *mail)
{
    free(mail->out);
    free(mail->in);
    free(mail->sends);
    free(mail->receives);
    mail->out = mail->in = NULL;
    mail->sends = mail->receives = NULL;
}

int transfer_deliver(struct session *play, struct transfer *mail)
{
    int failed = transfer_begin(play, mail) != 0;

    if (!failed)
        session_step(play, "send and receive");
    failed = failed || transfer_exchange(play, mail) != 0 || transfer_end(play, mail) != 0;
    if (!failed) /* else the plugin may be at work with it still */
        transfer_free(mail);
    return failed ? -1 : 0;
}

/* 1 if NCCL's mark was left, which would be taken for a request. */
static int is_mark(const void *request)
{
    return request == (void *)LAZYNCCL_NET_OPTIONAL_RECV_COMPLETION;
}

int transfer_post_send(struct session *play, struct transfer *mail, int message)
{
    struct transfer_state *send = &mail->sends[message];

    if (!session_works(play, "isend",
                       play->net.isend(&play->real, mail->way->sending,
                                       mail->out + (size_t)message * (mail->room + GUARD),
                                       size_of(mail, message), tag_of(mail, message),
                                       mail->out_memory, NULL, &send->request)))
        return -1;
    if (!send->request)
        return 0;
    send->is = MAIL_POSTED;
    mail->posted_sends++;
    return 1;
}

int transfer_post_receive(struct session *play, struct transfer *mail, int receive)
{
    struct transfer_state *state = &mail->receives[receive];
    void *data[LAZYNCCL_NET_MAX_RECVS], *memory[LAZYNCCL_NET_MAX_RECVS];
    void *parents[LAZYNCCL_NET_MAX_RECVS] = {NULL};
    size_t sizes[LAZYNCCL_NET_MAX_RECVS];
    int tags[LAZYNCCL_NET_MAX_RECVS];

    for (int i = 0; i < mail->n; i++) {
        int message = receive * mail->n + i;

        data[i] = mail->in + (size_t)message * (mail->room + GUARD);
        memory[i] = mail->in_memory;
        sizes[i] = mail->room;
        tags[i] = tag_of(mail, message);
    }
    state->request = mail->marked ? (void *)LAZYNCCL_NET_OPTIONAL_RECV_COMPLETION : NULL;
    if (!session_works(play, "irecv",
                       play->net.irecv(&play->real, mail->way->receiving, mail->n, data, sizes,
                                       tags, memory, parents, &state->request)))
        return -1;
    if (is_mark(state->request)) {
        session_report(play, "LN320", "irecv leaves NCCL's mark in *request");
        return -1;
    }
    if (!state->request)
        return 0;
    state->is = MAIL_POSTED;
    mail->posted_receives++;
    return 1;
}

static int test_send(struct session *play, struct transfer *mail, int message)
{
    struct transfer_state *send = &mail->sends[message];
    int done = 0, size = -1;

    if (!session_works(play, "test of a send",
                       play->net.test(&play->real, send->request, &done, &size)))
        return -1;
    if (done) {
        send->is = MAIL_DONE;
        mail->done_sends++;
    }
    return done != 0;
}

static int has_bytes_of(const struct transfer *mail, int place, int message)
{
    const unsigned char *in = mail->in + (size_t)place * (mail->room + GUARD);

    for (size_t at = 0; at < size_of(mail, message); at++)
        if (in[at] != byte_of(message, at))
            return 0;
    return size_of(mail, message) > 0;
}

int transfer_arrived(const struct transfer *mail, int message)
{
    return size_of(mail, message) == 0 || has_bytes_of(mail, message, message);
}

/* What came into one place, and the size that test() told of it. Returns 0, or -1. */
static int judge(struct session *play, struct transfer *mail, int message, int told)
{
    const unsigned char *in = mail->in + (size_t)message * (mail->room + GUARD);
    int first = message / mail->n * mail->n;
    size_t size = size_of(mail, message);

    for (int other = first; other < first + mail->n; other++)
        if (other != message && has_bytes_of(mail, message, other)) {
            session_report(play, "LN323", "the message of tag %d is in the place for tag %d of %d",
                           tag_of(mail, other), tag_of(mail, message), mail->n);
            return -1;
        }
    for (size_t at = 0; at < size; at++)
        if (in[at] != byte_of(message, at)) {
            session_report(play, "LN322", "byte %zu of %zu is wrong", at, size);
            return -1;
        }
    for (size_t at = mail->room; at < mail->room + GUARD; at++)
        if (in[at] != GUARD_FILL) {
            session_report(play, "LN328", "byte %zu behind room for %zu is written",
                           at - mail->room, mail->room);
            return -1;
        }
    if (!mail->told || told == (int)size)
        return 0;
    if (told == -1)
        session_report(play, "LN324", "of %zu bytes in room for %zu it says nothing", size,
                       mail->room);
    else
        session_report(play, "LN324", "of %zu bytes in room for %zu it says %d", size, mail->room,
                       told);
    return -1;
}

static int test_receive(struct session *play, struct transfer *mail, int receive)
{
    struct transfer_state *state = &mail->receives[receive];
    int done = 0, sizes[LAZYNCCL_NET_MAX_RECVS];

    for (int i = 0; i < LAZYNCCL_NET_MAX_RECVS; i++)
        sizes[i] = -1;
    if (!session_works(play, "test of a receive",
                       play->net.test(&play->real, state->request, &done, sizes)))
        return -1;
    if (!done)
        return 0;
    state->is = MAIL_DONE;
    mail->done_receives++;
    for (int i = 0; i < mail->n && !mail->marked;
         i++) /* marked ones may be done before they come */
        if (judge(play, mail, receive * mail->n + i, sizes[i]) != 0)
            return -1;
    return 1;
}

int transfer_receive(struct session *play, struct transfer *mail)
{
    int posts = 1;

    for (int r = 0; r < transfer_receives(mail); r++) {
        int did = 0;

        if (mail->receives[r].is == MAIL_POSTED)
            did = test_receive(play, mail, r);
        else if (mail->receives[r].is == MAIL_NEW && posts)
            posts = did = transfer_post_receive(play, mail, r);
        if (did < 0)
            return -1;
    }
    return 0;
}

/* Those of one irecv in any order, but all before those of the next. */
int transfer_send(struct session *play, struct transfer *mail)
{
    int group = mail->posted_sends / mail->n * mail->n;

    for (int i = 0; i < mail->n && group < mail->count; i++) {
        int message = group + (mail->backwards ? mail->n - 1 - i : i);

        if (mail->sends[message].is == MAIL_NEW && transfer_post_send(play, mail, message) < 0)
            return -1;
    }
    for (int i = 0; i < mail->count; i++)
        if (mail->sends[i].is == MAIL_POSTED && test_send(play, mail, i) < 0)
            return -1;
    return 0;
}

/* "3 of 4 receives are done, all 4 sends are" */
static const char *undone(const struct transfer *mail)
{
    static char text[100];

    snprintf(text, sizeof text, "%d of %d receives are done%s", mail->done_receives,
             transfer_receives(mail),
             !mail->way->sending               ? ""
             : mail->done_sends == mail->count ? ", and all sends"
                                               : ", and not all sends");
    if (!mail->way->receiving)
        snprintf(text, sizeof text, "%d of %d sends are done", mail->done_sends, mail->count);
    return text;
}

int transfer_exchange(struct session *play, struct transfer *mail)
{
    const struct connection *way = mail->way;
    int receives = transfer_receives(mail);

    for (;;) {
        if (way->receiving && mail->done_receives < receives && transfer_receive(play, mail) < 0)
            return -1;
        if (way->sending && mail->done_sends < mail->count && transfer_send(play, mail) < 0)
            return -1;
        if ((!way->receiving || mail->done_receives == receives) &&
            (!way->sending || mail->done_sends == mail->count))
            return 0;
        if (!session_waits(play, mail->late ? mail->late : "LN315", "%s", undone(mail)))
            return -1;
    }
}
