/* Prints the processes that the others wait for.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/trace/causes.h"
#include "common/text/json.h"
#include "common/text/memory.h"
#include "common/text/style.h"
#include "tool/trace/jobs.h"

enum { CAUSES = 8, HOSTS = 3, STEPS = 8 }; /* shown without -v */

char *causes_who_text(const struct communicator_member **list, size_t count, int state)
{
    OWNED(strings) struct strings parts = {0};
    const struct trace_ring *ring = count ? list[0]->ring : NULL;
    size_t hosts = 0;

    for (size_t i = 0; i < count; i++) {
        size_t before = parts.count;

        if (i > 0 && strcmp(list[i]->ring->who.host, list[i - 1]->ring->who.host) == 0)
            continue;
        if (hosts < HOSTS)
            strings_add_once(&parts, list[i]->ring->who.host);
        hosts += hosts >= HOSTS || parts.count > before;
    }
    if (hosts > HOSTS)
        strings_print(&parts, "%zu more hosts", hosts - HOSTS);
    if (count == 1) {
        strings_print(&parts, "process %u", ring->who.process);
        strings_print(&parts, "%s", ring->who.command);
    }
    if (count && state && ring->state != TRACE_ELSEWHERE)
        strings_print(&parts, "%s", trace_ring_state_text(ring));
    OWNED(memory) char *text = strings_join(&parts, ", ");
    return parts.count ? memory_print(" (%s)", text) : memory_copy("");
}

/* Returns "rank 3" or "ranks 0-2,5", to be freed. */
static char *ranks_text(const struct waits_cause *cause)
{
    long *ranks = memory_get(cause->count + 1, sizeof *ranks);

    for (size_t i = 0; i < cause->count; i++)
        ranks[i] = cause->list[i].rank;
    char *text = jobs_ranks_text(ranks, cause->count);
    free(ranks);
    return text;
}

/* Returns "has not entered ncclAllReduce", to be freed. */
static char *missing_text(const struct waits_cause *cause)
{
    const struct waits_member *first = &cause->list[0];
    const char *have = cause->count > 1 ? "have" : "has";
    OWNED(memory) char *wanted = communicator_call_text(waits_missing(first));

    if (cause->peer) {
        const struct communicator_peer *peer = communicator_peer(cause->peer, first->member->rank);
        const struct communicator_peer *own = communicator_peer(first->member, cause->peer->rank);
        int is_send = peer && peer->sent > (own ? own->received : 0);

        return memory_print("has not called %s rank %d", is_send ? "ncclRecv from" : "ncclSend to",
                            cause->peer->ring->who.rank < 0 ? cause->peer->rank
                                                            : cause->peer->ring->who.rank);
    }
    if (cause->queued) {
        OWNED(memory) char *call = communicator_call_text(cause->queued);

        return cause->is_running
                   ? memory_print("have all started %s on the GPU, and it is not complete", call)
                   : memory_print("%s entered %s, but the GPU has not started it", have, call);
    }
    if (first->member->absent)
        return memory_print("%s not called %s", have,
                            first->ring->total ? "ncclCommInitRank" : "NCCL");
    if (first->member->number > first->member->entered) {
        OWNED(memory) char *own = communicator_call_text(communicator_last(first->member));

        return memory_print("%s entered %s, not %s", have, own, wanted);
    }
    return waits_missing(first) ? memory_print("%s not entered %s", have, wanted)
                                : memory_print("%s fallen behind", have);
}

static char *members_text(const struct waits_cause *cause)
{
    const struct communicator_member **list = memory_get(cause->count + 1, sizeof *list);

    for (size_t i = 0; i < cause->count; i++)
        list[i] = cause->list[i].member;
    char *text = causes_who_text(list, cause->count, !cause->is_cycle);
    free(list);
    return text;
}

/* Returns the whole sentence, to be freed. */
static char *cause_text(const struct waits_cause *cause)
{
    OWNED(memory) char *ranks = ranks_text(cause), *who = members_text(cause);
    OWNED(memory)
    char *what = cause->is_cycle ? memory_copy("form a cycle of ranks that wait for each other")
                                 : missing_text(cause);

    return memory_print("%s%s %s: %zu communicator%s because of %s%s", ranks, who, what,
                        cause->waiting, cause->waiting == 1 ? " waits" : "s wait",
                        cause->count > 1 ? "them" : "it",
                        cause->is_unsure ? "; this is not certain, because older records were "
                                           "replaced"
                                         : "");
}

/* Shows for what each process of a cycle waits. */
static size_t show_cycle(const struct waits_cause *cause, const struct style *style)
{
    size_t shown = style->more || cause->count <= STEPS ? cause->count : STEPS;

    for (size_t i = 0; i < shown; i++) {
        const struct waits_member *at = &cause->list[i];
        OWNED(memory) char *text = communicator_call_text(communicator_last(at->member));

        style_line(style, "  rank %d has entered %s in communicator %s", at->rank, text,
                   at->communicator->key);
    }
    if (shown < cause->count)
        style_line(style, "  %zu more ranks: -v lists them", cause->count - shown);
    return shown + (shown < cause->count);
}

/* The largest communicator in which ranks left no trace, and how many such ones there are. */
static const struct communicator *find_untraced(const struct communicators *all, size_t *count)
{
    const struct communicator *largest = NULL;

    *count = 0;
    for (size_t i = 0; i < all->count; i++) {
        const struct communicator *one = &all->list[i];

        if (strstr(one->key, "shrink") || communicator_ranks(one) <= one->count)
            continue;
        if (!largest || one->ranks > largest->ranks)
            largest = one;
        ++*count;
    }
    return largest;
}

/* Returns a sentence about the ranks without a trace, to be freed; NULL: there are none. */
static char *untraced_text(const struct communicators *all)
{
    size_t count, absent;
    const struct communicator *one = find_untraced(all, &count);

    if (!one)
        return NULL;
    absent = communicator_ranks(one) - one->count;
    return memory_print("%zu of %d ranks left no trace: %zu communicator%s may wait because of "
                        "%s",
                        absent, one->ranks, count, count == 1 ? "" : "s",
                        absent == 1 ? "it" : "them");
}

size_t causes_show(const struct communicators *all, const struct waits *waits,
                   const struct style *style)
{
    size_t lines = 0, shown = style->more || waits->count <= CAUSES ? waits->count : CAUSES;
    OWNED(memory) char *untraced = untraced_text(all);

    for (size_t i = 0; i < shown; i++) {
        OWNED(memory) char *text = cause_text(&waits->causes[i]);

        style_line(style, "%s", text);
        lines++;
        if (waits->causes[i].is_cycle)
            lines += show_cycle(&waits->causes[i], style);
    }
    if (shown < waits->count)
        style_line(style, "%zu more causes: -v lists them", waits->count - shown);
    if (untraced)
        style_line(style, "%s", untraced);
    return lines + (shown < waits->count) + (untraced != NULL);
}

static const char *kind_text(const struct waits_cause *cause)
{
    if (cause->is_cycle)
        return "cycle";
    if (cause->is_running)
        return "not complete";
    if (cause->queued)
        return "not started";
    return cause->peer ? "no counterpart" : "not entered";
}

void causes_json(const struct communicators *all, const struct waits *waits, struct json *json)
{
    json_begin(json, "causes", '[');
    for (size_t i = 0; i < waits->count; i++) {
        const struct waits_cause *cause = &waits->causes[i];
        OWNED(memory) char *ranks = ranks_text(cause), *text = cause_text(cause);

        json_row(json, NULL, JSON_TEXT("ranks", ranks), JSON_TEXT("what", text),
                 JSON_TEXT("kind", kind_text(cause)), JSON_NUMBER("waiting", (long)cause->waiting),
                 JSON_FLAG("cycle", cause->is_cycle), JSON_FLAG("certain", !cause->is_unsure));
    }
    json_end(json, ']');
}
