/* Replays a recording, with both ends of each recorded connection in this process.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The recorded end makes its calls in the recorded order, with as many in flight. The other end
 * does what its peer must have done. */
#include "common/text/memory.h"
#include "netplugin/check/session/recording.h"
#include "netplugin/check/trials/trials.h"
#include <inttypes.h>

/* A recorded request and its messages. */
struct request {
    struct request *next; /* the next request of the same comm */
    uint64_t recorded;
    struct transfer transfer;
    size_t sizes[LAZYNCCL_NET_MAX_RECVS];
    int tags[LAZYNCCL_NET_MAX_RECVS];
};

/* A comm in the recording. */
struct replayed {
    struct connection connection;
    struct request *first, **last;
    unsigned messages;
    int under_way; /* requests in flight */
    int open;
};

struct totals {
    uint64_t sends, receives, bytes, connections;
};

static int unfinished(const struct transfer_side *side)
{
    return side->done < side->count;
}

/* Lets the requests of a comm make progress. If maxRecvs is 1, NCCL tests only the oldest request
 * of each side. */
static void progress(struct session *s, struct replayed *comm)
{
    int any = s->plugin.properties.maxRecvs > 1, sends = 1, receives = 1;

    for (struct request *r = comm->first; r; r = r->next) {
        struct transfer *t = &r->transfer;

        if (unfinished(&t->in) && receives)
            transfer_receive(s, t);
        else if (!t->in.posted)
            transfer_post_receive(s, t, 0);
        if (unfinished(&t->out) && sends)
            transfer_send(s, t);
        else if (!t->out.posted)
            transfer_post_send(s, t, 0);
        if (!t->in.posted || t->out.posted < t->out.count)
            return; /* none may overtake this request */
        if (!any && unfinished(&t->in))
            receives = 0;
        if (!any && unfinished(&t->out))
            sends = 0;
    }
}

static int is_done(const struct request *r)
{
    return !unfinished(&r->transfer.in) && !unfinished(&r->transfer.out);
}

/* Waits until the request at *place is done, and removes it. */
static void complete(struct session *s, struct replayed *comm, struct request **place)
{
    struct request *r = *place;

    for (progress(s, comm); !is_done(r); progress(s, comm))
        session_wait(s, "LN315", "%d of %d sends and %d of %d receives are done",
                     r->transfer.out.done, r->transfer.out.count, r->transfer.in.done,
                     r->transfer.in.count);
    transfer_end(s, &r->transfer);
    transfer_free(&r->transfer);
    *place = r->next;
    if (comm->last == &r->next)
        comm->last = place;
    free(r);
    comm->under_way--;
}

/* Returns 1 if all tags differ, so that the messages may be sent in any order. */
static int differ(const int *tags, int count)
{
    for (int i = 0; i < count; i++)
        for (int other = 0; other < i; other++)
            if (tags[i] == tags[other])
                return 0;
    return 1;
}

/* Posts the messages of one recorded call, which sends one or receives `count`. */
static void post(struct session *s, struct replayed *comm, uint64_t made, struct totals *totals)
{
    const struct lazynccl_record_call *call = &s->options.recording->calls[made], *done;
    int receives = call->kind == LAZYNCCL_RECORD_RECEIVE, count = receives ? call->count : 1;
    struct request *r = memory_get(1, sizeof *r);
    size_t room = 1;

    done = receives ? recording_done(s->options.recording, made) : NULL;
    for (int i = 0; i < count; i++) {
        int told = done && done->count &&
                   done + i < s->options.recording->calls + s->options.recording->count &&
                   done[i].size < call[i].size;

        r->sizes[i] = told ? done[i].size : call[i].size;
        r->tags[i] = call[i].tag;
        room = call[i].size > room ? call[i].size : room;
        totals->bytes += r->sizes[i];
    }
    *(receives ? &totals->receives : &totals->sends) += 1;
    r->recorded = call->request;
    r->transfer = transfer_over(&comm->connection, count, count, room);
    r->transfer.messages = (struct transfer_messages){r->sizes, r->tags, comm->messages};
    if (comm->messages / (unsigned)count % 2 && differ(r->tags, count))
        r->transfer.flags = TRANSFER_BACKWARDS;
    comm->messages += (unsigned)count;
    if (comm->under_way == (s->version < 7 ? 8 : LAZYNCCL_NET_MAX_REQUESTS)) /* raised in v7 */
        complete(s, comm, &comm->first);
    comm->under_way++;
    transfer_begin(s, &r->transfer);
    session_step(s, "call %" PRIu64 " of %" PRIu64 ": %s", made + 1, s->options.recording->count,
                 receives ? "irecv" : "isend");
    *comm->last = r;
    comm->last = &r->next;
    for (progress(s, comm); !r->transfer.in.posted || r->transfer.out.posted < count;
         progress(s, comm))
        session_wait(s, "LN325", "%d of %d messages are posted", r->transfer.out.posted, count);
}

/* Completes a request in flight, of the given comm, or of any comm if it is unknown. */
static void finish(struct session *s, struct replayed *comms,
                   const struct lazynccl_record_call *call)
{
    uint32_t first = call->comm, end = call->comm ? call->comm + 1 : s->options.recording->comms;

    for (uint32_t c = first; c < end; c++)
        for (struct request **place = &comms[c].first; *place; place = &(*place)->next)
            if ((*place)->recorded == call->request) {
                complete(s, &comms[c], place);
                return;
            }
}

static void close_comm(struct session *s, struct replayed *comm)
{
    while (comm->first)
        complete(s, comm, &comm->first);
    if (comm->open)
        connection_close(s, &comm->connection);
    comm->open = 0;
}

static void replay(struct session *s, struct replayed *comms, uint64_t i, struct totals *totals)
{
    const struct lazynccl_record_call *call = &s->options.recording->calls[i];
    struct replayed *comm = &comms[call->comm];

    switch ((enum lazynccl_record_kind)call->kind) {
    case LAZYNCCL_RECORD_CONNECT:
    case LAZYNCCL_RECORD_ACCEPT:
        connection_open(s, s->plugin.ctx, &comm->connection);
        comm->last = &comm->first;
        comm->open = 1;
        totals->connections++;
        return;
    case LAZYNCCL_RECORD_SEND:
    case LAZYNCCL_RECORD_RECEIVE:
        post(s, comm, i, totals);
        return;
    case LAZYNCCL_RECORD_DONE:
        finish(s, comms, call);
        return;
    case LAZYNCCL_RECORD_CLOSE_SEND:
    case LAZYNCCL_RECORD_CLOSE_RECEIVE:
        close_comm(s, comm);
        return;
    default:
        return;
    }
}

void trials_replay(struct session *s, struct connection *none)
{
    const struct recording *recording = s->options.recording;
    struct totals totals = {0, 0, 0, 0};
    struct replayed *comms;

    if (recording->together > (s->version < 5 ? 1 : s->plugin.properties.maxRecvs))
        SESSION_SKIP(s, "it receives %d messages at once", recording->together);
    if (recording->most > s->plugin.properties.maxP2pBytes)
        SESSION_SKIP(s, "it sends %" PRIu64 " bytes at once", recording->most);
    comms = memory_get(recording->comms, sizeof *comms);
    for (uint64_t i = 0; i < recording->count; i += (uint64_t)recording_group(recording, i)) {
        session_step(s, "call %" PRIu64 " of %" PRIu64, i + 1, recording->count);
        replay(s, comms, i, &totals);
    }
    session_step(s, "after the last call");
    for (uint32_t c = 0; c < recording->comms; c++)
        close_comm(s, &comms[c]);
    session_say(s, "about",
                "%" PRIu64 " sends, %" PRIu64 " receives, %" PRIu64 " bytes, %" PRIu64
                " connections",
                totals.sends, totals.receives, totals.bytes, totals.connections);
}
