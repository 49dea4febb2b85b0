/* Prints the processes that the others wait for, and how the ranks of communicators differ.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/trace/faults.h"
#include "common/text/json.h"
#include "common/text/memory.h"
#include "tool/trace/gpu.h"
#include "tool/trace/jobs.h"
#include "tool/trace/waits.h"
#include <time.h>

/* How many are shown without -v: lines, faults of a communicator, causes, hosts, ranks of cycles */
enum { SCREEN_LINES = 40, SCREEN_FAULTS = 10, CAUSES = 8, HOSTS = 3, STEPS = 8 };

/* Returns " (node1, process 7, python)" or, for several processes, " (node1, node2)", to be freed.
 * Adds `common`, if not NULL, and with `state` the state of processes on this host. */
static char *who_text(const struct communicator_member **list, size_t count, const char *common,
                      int state)
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
    if (common)
        strings_print(&parts, "%s", common);
    if (count && state && ring->state != TRACE_ELSEWHERE)
        strings_print(&parts, "%s", trace_ring_state_text(ring));
    OWNED(memory) char *text = strings_join(&parts, ", ");
    return parts.count ? memory_print(" (%s)", text) : memory_copy("");
}

/* Returns "rank 3" or "ranks 0-2,5", to be freed. */
static char *cause_ranks_text(const struct waits_cause *cause)
{
    long *ranks = memory_get(cause->count + 1, sizeof *ranks);

    for (size_t i = 0; i < cause->count; i++)
        ranks[i] = cause->list[i].rank;
    char *text = jobs_ranks_text(ranks, cause->count);
    free(ranks);
    return text;
}

/* Collects and counts the distinct local ranks of processes, and their hosts. 0: one is unknown. */
static size_t collect_places(const struct waits_cause *cause, long *locals, struct strings *hosts)
{
    size_t distinct = 0, known;

    for (size_t i = 0; i < cause->count; i++) {
        const struct lazynccl_identity *who = &cause->list[i].ring->who;

        if (who->local_rank < 0)
            return 0;
        strings_add_once(hosts, who->host);
        for (known = 0; known < distinct && locals[known] != who->local_rank;)
            known++;
        if (known == distinct)
            locals[distinct++] = who->local_rank;
    }
    return distinct;
}

/* Returns "local ranks 1,3 of each host" if that describes these processes on several hosts, where
 * the communicator has other ranks; else NULL. To be freed. */
static char *local_ranks_text(const struct waits_cause *cause)
{
    const struct communicator *communicator = cause->list[0].communicator;
    OWNED(strings) struct strings hosts = {0};
    long *locals = memory_get(cause->count, sizeof *locals);
    size_t distinct = collect_places(cause, locals, &hosts), there = 0;

    for (size_t i = 0; i < communicator->count; i++)
        there += (size_t)strings_has(&hosts, communicator->members[i].ring->who.host);
    OWNED(memory) char *ranks = jobs_ranks_text(locals, distinct);
    free(locals);
    return hosts.count > 1 && hosts.count * distinct == cause->count && there > cause->count
               ? memory_print("local %s of each host", ranks)
               : NULL;
}

/* Returns 1 if every rank has called the function that makes the communicator. */
static int have_all_joined(const struct communicator *communicator)
{
    for (size_t i = 0; i < communicator->count; i++)
        if (communicator->members[i].absent)
            return 0;
    return communicator->ranks > 0 && communicator->count == (size_t)communicator->ranks;
}

/* Returns "has not called ncclRecv from rank 1", to be freed. */
static char *peer_text(const struct waits_cause *cause)
{
    const struct communicator_member *member = cause->list[0].member;
    const struct communicator_peer *peer = communicator_peer(cause->peer, member->rank);
    const struct communicator_peer *own = communicator_peer(member, cause->peer->rank);
    int is_send = peer && peer->sent > (own ? own->received : 0);
    int rank = cause->peer->ring->who.rank;

    return memory_print("has not called %s rank %d", is_send ? "ncclRecv from" : "ncclSend to",
                        rank < 0 ? cause->peer->rank : rank);
}

/* Returns "has not entered ncclAllReduce", to be freed. */
static char *missing_text(const struct waits_cause *cause)
{
    const struct waits_member *first = &cause->list[0];
    const char *have = cause->count > 1 ? "have" : "has";
    OWNED(memory) char *wanted = communicator_call_text(waits_missing(first));

    if (cause->peer)
        return peer_text(cause);
    if (cause->queued) {
        OWNED(memory) char *call = communicator_call_text(cause->queued);

        return cause->is_running
                   ? memory_print("have all started %s on the GPU, and it is not complete", call)
                   : memory_print("%s entered %s, but the GPU has not started it", have, call);
    }
    if (first->member->absent)
        return memory_print("%s not called %s", have,
                            first->ring->total ? "ncclCommInitRank" : "NCCL");
    if (first->member->waiting)
        return memory_print(
            "%s still in the call that makes the communicator%s", cause->count > 1 ? "are" : "is",
            have_all_joined(first->communicator) ? ", which all ranks have joined" : "");
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
    OWNED(memory) char *common = cause->is_cycle ? NULL : local_ranks_text(cause);
    char *text = who_text(list, cause->count, common, !cause->is_cycle);
    free(list);
    return text;
}

/* Returns the whole sentence about a cause, to be freed. */
static char *cause_text(const struct waits_cause *cause)
{
    OWNED(memory) char *ranks = cause_ranks_text(cause), *who = members_text(cause);
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

/* Prints the last call of each process of a cycle. Returns the number of lines. */
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

/* Returns the largest communicator with ranks that left no trace, and counts such communicators. */
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

/* Prints a line for each cause, most urgent first. Returns the number of lines. */
static size_t show_causes(const struct communicators *all, const struct waits *waits,
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
    if (cause->list[0].member->waiting)
        return "not ready";
    return cause->peer ? "no counterpart" : "not entered";
}

static void write_causes(const struct communicators *all, const struct waits *waits,
                         struct json *json)
{
    json_begin(json, "causes", '[');
    for (size_t i = 0; i < waits->count; i++) {
        const struct waits_cause *cause = &waits->causes[i];
        OWNED(memory) char *ranks = cause_ranks_text(cause), *text = cause_text(cause);

        json_row(json, NULL, JSON_TEXT("ranks", ranks), JSON_TEXT("what", text),
                 JSON_TEXT("kind", kind_text(cause)), JSON_NUMBER("waiting", (long)cause->waiting),
                 JSON_FLAG("cycle", cause->is_cycle), JSON_FLAG("certain", !cause->is_unsure));
    }
    json_end(json, ']');
}

/* Ranks that share one message. */
struct fault {
    char *text;
    struct ranges ranges;
    const struct communicator_member **members; /* none if the ranks left no trace */
    size_t member_count;
};

struct verdict {
    const struct communicator *communicator;
    struct fault *faults;
    size_t count;
    int is_closed; /* 1: destroyed by all ranks, without a fault */
    int is_alive;  /* 1: a rank may still run */
    int has_cause; /* 1: a process that others wait for is a member */
    int is_global; /* 1: the launcher's ranks are known for all members */
    struct gpu_wait gpu;
};

static void add_fault(struct verdict *verdict, struct range ranks,
                      const struct communicator_member *member, const char *text)
{
    size_t i = 0;

    while (i < verdict->count && strcmp(verdict->faults[i].text, text) != 0)
        i++;
    if (i == verdict->count)
        *MEMORY_ADD(verdict->faults, verdict->count) = (struct fault){.text = memory_copy(text)};
    struct fault *fault = &verdict->faults[i];
    if (member)
        *MEMORY_ADD(fault->members, fault->member_count) = member;
    jobs_ranges_add(&fault->ranges, ranks.first, ranks.last);
}

/* Returns the oldest kept collective in which a rank differs from the leader, or NULL. Sets `back`
 * to the number of calls since then, and `led` to the collective that the leader called. */
static const struct communicator_collective *
earlier_difference(const struct verdict *verdict, const struct communicator_member *member,
                   size_t *back, const struct communicator_collective **led)
{
    const struct communicator_member *leader = verdict->communicator->leader;
    size_t most = member->count < leader->count ? member->count : leader->count;

    for (*back = most; (*back)-- > 0;) {
        const struct communicator_collective *mine = &member->list[member->count - 1 - *back];

        *led = &leader->list[leader->count - 1 - *back];
        if (!communicator_same_call(mine, *led))
            return mine;
    }
    return NULL;
}

/* Returns what is wrong with a rank that has not made the communicator, to be freed. */
static char *unmade_fault(const struct communicator_member *member, const char *state)
{
    if (member->waiting)
        return memory_print("%s in the call that makes the communicator", state);
    return memory_print("%s, has not called %s", state,
                        member->ring->total ? "ncclCommInitRank" : "NCCL");
}

/* Returns what is wrong with a process that has not destroyed its communicator, or NULL. */
static char *state_fault(enum trace_state state)
{
    if (state == TRACE_ENDED)
        return memory_copy("ended without destroying the communicator");
    return state == TRACE_STOPPED ? memory_copy("stopped") : NULL;
}

/* Returns a text if a rank's GPU has not started or completed what others wait for, or NULL. */
static char *gpu_fault(const struct verdict *verdict, const struct communicator_member *member)
{
    enum gpu_place place = gpu_place(member, &verdict->gpu);
    int is_running = place == GPU_RUNS && verdict->gpu.is_everywhere;

    if (member->destroyed || (place != GPU_BEHIND && !is_running))
        return NULL;
    OWNED(memory) char *call = communicator_call_text(verdict->gpu.call);
    return memory_print("%s, the GPU has not %s %s", trace_ring_state_text(member->ring),
                        is_running ? "completed" : "started", call);
}

/* Returns what is wrong with a rank that has not entered the last collective, to be freed. If the
 * others have since destroyed the communicator, nobody waits, and the rank's state decides. */
static char *behind_fault(const struct communicator *communicator,
                          const struct communicator_member *member, const char *state)
{
    const struct communicator_collective *last = communicator_last(member);
    OWNED(memory) char *text = communicator_call_text(last);

    if (member->number + 2 >= communicator->awaited)
        return member->destroyed ? NULL : state_fault(member->ring->state);
    if (communicator->lost && !last)
        return memory_print("%s, has not entered", state);
    return memory_print("%s, has not entered: %s%zu behind, its last is %s", state,
                        communicator->lost ? "about " : "", communicator->furthest - member->number,
                        text);
}

/* Returns what is wrong with a rank, to be freed, or NULL. */
static char *fault_of(const struct verdict *verdict, const struct communicator_member *member)
{
    const char *state = trace_ring_state_text(member->ring);
    const struct communicator_collective *last = communicator_last(member), *led, *mine;
    int is_lost = verdict->communicator->lost;
    OWNED(memory) char *text = communicator_call_text(last);
    size_t back;
    char *gpu;

    if (member->absent || member->waiting)
        return unmade_fault(member, state);
    if ((gpu = gpu_fault(verdict, member)))
        return gpu;
    if (member->number < verdict->communicator->furthest)
        return behind_fault(verdict->communicator, member, state);
    if (last && !communicator_same_call(last, communicator_last(verdict->communicator->leader)))
        return memory_print("%s, differs: %s", state, text);
    if (last && !is_lost && (mine = earlier_difference(verdict, member, &back, &led))) {
        OWNED(memory)
        char *own = communicator_call_text(mine), *other = communicator_call_text(led);
        return memory_print("%s, differs %zu calls before: %s, not %s", state, back, own, other);
    }
    return member->destroyed ? NULL : state_fault(member->ring->state);
}

/* Sets `is_global`. Returns 1 if printed rank numbers are those in the communicator. */
static int find_numbers(struct verdict *verdict)
{
    const struct communicator *communicator = verdict->communicator;
    int is_same = 1;

    verdict->is_global = 1;
    for (size_t i = 0; i < communicator->count; i++) {
        const struct communicator_member *member = &communicator->members[i];

        verdict->is_global &= member->ring->who.rank >= 0;
        is_same &= member->ring->who.rank == member->rank;
    }
    return is_same || !verdict->is_global;
}

/* Finds the faults of a communicator's members, and its ranks without a trace. */
static struct verdict judge(const struct communicator *communicator)
{
    struct verdict verdict = {
        .communicator = communicator, .is_closed = 1, .gpu = gpu_find(communicator)};
    const char *no_trace =
        find_numbers(&verdict) ? "no trace of it" : "no trace of it: its rank in the communicator";
    long next = 0, ranks = strstr(communicator->key, "shrink") ? 0 : communicator->ranks;

    for (size_t i = 0; i <= communicator->count; i++) {
        const struct communicator_member *member = &communicator->members[i];
        long rank = i < communicator->count ? member->rank : ranks;

        if (next < rank && next < ranks)
            add_fault(&verdict, (struct range){next, (rank < ranks ? rank : ranks) - 1}, NULL,
                      no_trace);
        if (i == communicator->count)
            break;
        OWNED(memory) char *text = fault_of(&verdict, member);
        long number = verdict.is_global ? member->ring->who.rank : rank;
        if (text)
            add_fault(&verdict, (struct range){number, number}, member, text);
        next = rank + 1;
        verdict.is_closed &= member->destroyed;
        verdict.is_alive |= member->ring->state != TRACE_ENDED;
    }
    verdict.is_closed &= verdict.count == 0;
    return verdict;
}

/* Orders running jobs first, and then communicators with a cause: others only wait for that. */
static int by_urgency(const void *a, const void *b)
{
    const struct verdict *v = a, *w = b;

    if ((v->count == 0) != (w->count == 0))
        return TRACE_ORDER(v->count == 0, w->count == 0);
    if (v->is_alive != w->is_alive)
        return TRACE_ORDER(w->is_alive, v->is_alive);
    if (v->count && v->has_cause != w->has_cause)
        return TRACE_ORDER(w->has_cause, v->has_cause);
    return TRACE_ORDER(v->communicator, w->communicator);
}

/* Returns a verdict for each communicator, for free_verdicts(). `wrong`: how many have a fault. */
static struct verdict *judge_all(const struct communicators *all, const struct waits *waits,
                                 size_t *wrong)
{
    struct verdict *list = memory_get(all->count + 1, sizeof *list);

    *wrong = 0;
    for (size_t i = 0; i < all->count; i++) {
        list[i] = judge(&all->list[i]);
        *wrong += list[i].count > 0;
    }
    for (size_t i = 0; i < waits->count; i++)
        for (size_t m = 0; m < waits->causes[i].count; m++)
            list[waits->causes[i].list[m].communicator - all->list].has_cause = 1;
    qsort(list, all->count, sizeof *list, by_urgency);
    return list;
}

static void free_verdicts(struct verdict *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t f = 0; f < list[i].count; f++) {
            free(list[i].faults[f].text);
            free(list[i].faults[f].ranges.list);
            free(list[i].faults[f].members);
        }
        free(list[i].faults);
    }
    free(list);
}

static void show_fault(const struct fault *fault, const struct style *style)
{
    OWNED(memory) char *ranks = jobs_ranges_text(&fault->ranges);
    OWNED(memory) char *who = who_text(fault->members, fault->member_count, NULL, 0);

    style_line(style, "  %s%s: %s", ranks, who, fault->text);
}

/* Returns when a member made a call, to be freed: how long ago, if its ring is of this machine, or
 * else the date by the clock of its host. */
static char *time_text(const struct communicator_member *member,
                       const struct communicator_collective *call)
{
    double ago = member->ring->now - call->time;
    time_t second = (time_t)call->time;
    char text[64] = "";
    struct tm broken;

    if (member->ring->kind == TRACE_RING && member->ring->now && ago >= 0)
        return memory_print(", %.1f s ago", ago);
    if (call->time > 0 && localtime_r(&second, &broken))
        strftime(text, sizeof text, ", on %d %b %Y at %H:%M:%S", &broken);
    return memory_copy(text);
}

/* Prints a verdict. Returns how many lines were printed. */
static size_t show_verdict(const struct verdict *verdict, const struct style *style)
{
    const struct communicator *communicator = verdict->communicator;
    const struct communicator_member *leader = communicator->leader;
    size_t ranks = communicator_ranks(communicator), shown = verdict->count;
    OWNED(memory) char *gpu = gpu_text(communicator);
    size_t left = 0;

    style_line(style, "communicator %s: %zu ranks", verdict->communicator->key, ranks);
    if (leader) {
        const struct communicator_collective *last = communicator_last(leader);
        OWNED(memory) char *text = communicator_call_text(last), *when = time_text(leader, last);

        style_line(style, "  %s: entered by %zu of %zu%s", text, verdict->communicator->entered,
                   ranks, when);
    } else {
        size_t ready = 0;

        for (size_t i = 0; i < communicator->count; i++)
            ready += (size_t)(communicator_steps(&communicator->members[i]) > 1);
        if (ready < ranks && have_all_joined(communicator))
            style_line(style, "  all ranks have joined: %zu of %zu are ready", ready, ranks);
        else
            style_line(style, "  no collective yet");
    }
    if (gpu)
        style_line(style, "  %s", gpu);
    if (!style->more && shown > SCREEN_FAULTS)
        shown = SCREEN_FAULTS;
    for (size_t f = 0; f < shown; f++)
        show_fault(&verdict->faults[f], style);
    for (size_t f = shown; f < verdict->count; f++)
        left += verdict->faults[f].ranges.ranks;
    if (left)
        style_line(style, "  %zu more ranks: -v lists them", left);
    return 2 + shown + (left > 0) + (gpu != NULL);
}

size_t faults_show(const struct communicators *all, const struct style *style)
{
    struct waits waits = waits_find(all);
    size_t wrong, lines = show_causes(all, &waits, style), closed = 0, healthy = 0, faulty = 0;
    struct verdict *list = judge_all(all, &waits, &wrong);

    for (size_t i = 0; i < all->count; i++) {
        if (list[i].is_closed)
            closed++;
        else if (style->more || lines < SCREEN_LINES)
            lines += show_verdict(&list[i], style);
        else if (list[i].count)
            faulty++;
        else
            healthy++;
    }
    if (faulty + healthy)
        style_line(style, "%zu more communicators, %zu of them with a fault: -v lists them",
                   faulty + healthy, faulty);
    if (closed)
        style_line(style, "%zu communicator%s destroyed by all ranks", closed,
                   closed > 1 ? "s were" : " was");
    free_verdicts(list, all->count);
    waits_free(&waits);
    return wrong;
}

static void write_gpus(const struct communicator *communicator, struct json *json)
{
    struct gpu_counts counts = gpu_count(communicator);
    OWNED(memory) char *call = counts.call ? communicator_call_text(counts.call) : NULL;

    json_row(json, "gpus", JSON_TEXT("collective", call), JSON_NUMBER("before", (long)counts.later),
             JSON_NUMBER("complete", (long)counts.ranks[TRACE_COMPLETE]),
             JSON_NUMBER("started", (long)counts.ranks[TRACE_STARTED]),
             JSON_NUMBER("not_started", (long)counts.ranks[TRACE_QUEUED]),
             JSON_NUMBER("unknown", (long)counts.ranks[TRACE_UNKNOWN]));
}

size_t faults_json(const struct communicators *all, struct json *json)
{
    struct waits waits = waits_find(all);
    size_t wrong;
    struct verdict *list = judge_all(all, &waits, &wrong);

    write_causes(all, &waits, json);
    json_begin(json, "communicators", '[');
    for (size_t i = 0; i < all->count; i++) {
        const struct verdict *verdict = &list[i];
        const struct communicator *communicator = verdict->communicator;
        OWNED(memory)
        char *text = communicator->leader
                         ? communicator_call_text(communicator_last(communicator->leader))
                         : NULL;

        json_begin(json, NULL, '{');
        json_string(json, "communicator", verdict->communicator->key);
        json_number(json, "ranks", (long)communicator_ranks(verdict->communicator));
        json_string(json, "last", text);
        json_number(json, "entered", communicator->leader ? (long)communicator->entered : 0);
        write_gpus(communicator, json);
        json_begin(json, "faults", '[');
        for (size_t f = 0; f < verdict->count; f++) {
            OWNED(memory) char *ranks = jobs_ranges_text(&verdict->faults[f].ranges);

            json_row(json, NULL, JSON_TEXT("ranks", ranks),
                     JSON_TEXT("what", verdict->faults[f].text));
        }
        json_end(json, ']');
        json_end(json, '}');
    }
    json_end(json, ']');
    free_verdicts(list, all->count);
    waits_free(&waits);
    return wrong;
}
