/* Finds the processes that the others wait for.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A cause is a process that is missing somewhere and waits for nobody. If a group of processes
 * leads to no cause, its members wait for each other. A member that has ended waits for nobody. */
#include "tool/trace/waits.h"
#include "common/text/memory.h"
#include "tool/trace/gpu.h"

/* A process: its members are next to each other in the graph's list. */
struct node {
    size_t first, count;
    size_t calls;   /* entered collectives, in all communicators */
    int waits;      /* 1: waits for another process */
    int is_missing; /* 1: another process waits for this one */
    int is_reached; /* 1: waits for a cause that was found, or is that cause */
};

/* A communicator: its members, the furthest first. */
struct group {
    size_t *order; /* places in the graph's list */
    size_t count;
    size_t reached; /* how many of the first members reach_group() has visited */
    int is_counted; /* 1: a reached process waits in this communicator */
    struct gpu_wait gpu;
};

/* A process that made a call to a peer, and the peer that lacks its side of the call; or a process
 * whose GPU has started a collective, and one whose GPU has not. */
struct edge {
    size_t from, to;                              /* places in the graph's list */
    const struct communicator_collective *queued; /* NULL: a call to a peer */
};

struct graph {
    const struct communicators *all;
    struct waits_member *members;
    size_t *node_of; /* the node of each member */
    size_t *queue;   /* the reached nodes */
    size_t member_count, node_count, queued;
    struct node *nodes;
    struct group *groups;
    struct edge *edges;
    size_t edge_count;
};

static size_t group_of(const struct graph *graph, size_t member)
{
    return (size_t)(graph->members[member].communicator - graph->all->list);
}

static size_t entered(const struct graph *graph, size_t member)
{
    return communicator_steps(graph->members[member].member);
}

/* Returns 1 if a member lacks a step that another one has made. Members that have destroyed the
 * communicator, as ncclCommAbort() does, are not compared, because they no longer wait in it. */
static int is_behind(const struct graph *graph, size_t member)
{
    return entered(graph, member) < graph->members[member].communicator->awaited;
}

static int by_process(const void *a, const void *b)
{
    const struct waits_member *m = a, *n = b;

    if (m->ring != n->ring)
        return TRACE_ORDER(m->ring, n->ring);
    return TRACE_ORDER(m->member, n->member);
}

/* Sets the rank of a process: the rank from its launcher or, without one, the rank in its largest
 * communicator. Counts the collectives that the process has entered. */
static void number_node(struct graph *graph, struct node *node)
{
    const struct waits_member *largest = &graph->members[node->first];

    for (size_t m = node->first; m < node->first + node->count; m++) {
        const struct waits_member *at = &graph->members[m];

        node->calls += at->member->entered;
        if (communicator_ranks(at->communicator) > communicator_ranks(largest->communicator))
            largest = at;
    }
    int rank = largest->ring->who.rank < 0 ? largest->member->rank : largest->ring->who.rank;
    for (size_t m = node->first; m < node->first + node->count; m++)
        graph->members[m].rank = rank;
}

/* Lists the members of all communicators by process, and makes a node for each process. */
static void add_members(struct graph *graph)
{
    for (size_t c = 0; c < graph->all->count; c++)
        graph->member_count += graph->all->list[c].count;
    graph->members = memory_get(graph->member_count + 1, sizeof *graph->members);
    graph->node_of = memory_get(graph->member_count + 1, sizeof *graph->node_of);
    graph->queue = memory_get(graph->member_count + 1, sizeof *graph->queue);
    graph->nodes = memory_get(graph->member_count + 1, sizeof *graph->nodes);
    for (size_t c = 0, at = 0; c < graph->all->count; c++)
        for (size_t m = 0; m < graph->all->list[c].count; m++) {
            const struct communicator_member *member = &graph->all->list[c].members[m];

            graph->members[at++] =
                (struct waits_member){member->ring, &graph->all->list[c], member, -1};
        }
    if (graph->member_count)
        qsort(graph->members, graph->member_count, sizeof *graph->members, by_process);
    for (size_t i = 0; i < graph->member_count; i++) {
        if (i == 0 || graph->members[i].ring != graph->members[i - 1].ring)
            graph->nodes[graph->node_count++].first = i;
        graph->node_of[i] = graph->node_count - 1;
        graph->nodes[graph->node_count - 1].count++;
    }
    for (size_t n = 0; n < graph->node_count; n++)
        number_node(graph, &graph->nodes[n]);
}

static int by_number(const void *a, const void *b, void *context)
{
    const struct graph *graph = context;
    size_t m = *(const size_t *)a, n = *(const size_t *)b;

    if (entered(graph, m) != entered(graph, n))
        return TRACE_ORDER(entered(graph, n), entered(graph, m));
    return TRACE_ORDER(m, n);
}

/* Orders the members of each communicator, the furthest first. */
static void add_groups(struct graph *graph)
{
    graph->groups = memory_get(graph->all->count + 1, sizeof *graph->groups);
    for (size_t i = 0; i < graph->member_count; i++) {
        struct group *group = &graph->groups[group_of(graph, i)];

        if (!group->order)
            group->order = memory_get(graph->members[i].communicator->count, sizeof *group->order);
        group->order[group->count++] = i;
    }
    for (size_t c = 0; c < graph->all->count; c++) {
        graph->groups[c].gpu = gpu_find(&graph->all->list[c]);
        if (graph->groups[c].count)
            qsort_r(graph->groups[c].order, graph->groups[c].count, sizeof(size_t), by_number,
                    graph);
    }
}

/* Returns the member of another process that is furthest behind this one, or SIZE_MAX. A process
 * whose GPU lags behind waits for nobody, however many collectives it has entered. */
static size_t find_awaited(const struct graph *graph, size_t member)
{
    const struct group *group = &graph->groups[group_of(graph, member)];

    if (graph->members[member].member->destroyed ||
        gpu_place(graph->members[member].member, &group->gpu) == GPU_BEHIND)
        return SIZE_MAX;
    for (size_t i = group->count; i-- > 0;) {
        size_t other = group->order[i];

        if (entered(graph, other) >= entered(graph, member))
            break;
        if (graph->node_of[other] != graph->node_of[member])
            return other;
    }
    return SIZE_MAX;
}

/* Returns a communicator's member, as a place in the graph's list. */
static size_t place_of(const struct graph *graph, const struct communicator *communicator,
                       const struct communicator_member *member)
{
    struct waits_member wanted = {member->ring, communicator, member, -1};
    const struct waits_member *found =
        bsearch(&wanted, graph->members, graph->member_count, sizeof *graph->members, by_process);

    return (size_t)(found - graph->members);
}

/* Adds an edge for each peer that lacks its side of a member's calls. A communicator that was made
 * from another one, whose key has a comma, is left out: its ranks are not known. */
static void add_edges(struct graph *graph, size_t place)
{
    const struct communicator_member *member = graph->members[place].member;
    const struct communicator *communicator = graph->members[place].communicator;

    for (size_t i = 0; i < member->peer_count; i++) {
        const struct communicator_peer *mine = &member->peers[i], *theirs;
        const struct communicator_member *other =
            strchr(communicator->key, ',') ? NULL : communicator_find(communicator, mine->rank);

        if (!other || other->ring == member->ring || communicator->lost || member->destroyed)
            continue;
        theirs = communicator_peer(other, member->rank);
        if (mine->sent > (theirs ? theirs->received : 0) ||
            mine->received > (theirs ? theirs->sent : 0))
            *MEMORY_ADD(graph->edges, graph->edge_count) =
                (struct edge){place, place_of(graph, communicator, other), NULL};
    }
}

/* Members whose GPUs run a collective wait for those behind, which have not started it. Adds edges
 * from each running member to the first behind, and from the first running one to each behind. */
static void add_gpu_edges(struct graph *graph, const struct group *group)
{
    size_t running = SIZE_MAX, behind = SIZE_MAX;

    for (size_t pass = 0; pass < 2 && group->gpu.call; pass++)
        for (size_t i = 0; i < group->count; i++) {
            size_t at = group->order[i];
            enum gpu_place place = gpu_place(graph->members[at].member, &group->gpu);

            if (pass == 0) {
                running = place == GPU_RUNS && running == SIZE_MAX ? at : running;
                behind = place == GPU_BEHIND && behind == SIZE_MAX ? at : behind;
                continue;
            }
            if (running == SIZE_MAX || behind == SIZE_MAX)
                return;
            if (place == GPU_RUNS && at != running)
                *MEMORY_ADD(graph->edges, graph->edge_count) =
                    (struct edge){at, behind, group->gpu.call};
            else if (place == GPU_BEHIND)
                *MEMORY_ADD(graph->edges, graph->edge_count) =
                    (struct edge){running, at, group->gpu.call};
        }
}

/* Finds which processes wait for others, and which are missing. */
static void find_waiting(struct graph *graph)
{
    for (size_t i = 0; i < graph->member_count; i++) {
        struct node *node = &graph->nodes[graph->node_of[i]];

        node->waits |= find_awaited(graph, i) != SIZE_MAX;
        node->is_missing |= is_behind(graph, i);
        add_edges(graph, i);
    }
    for (size_t c = 0; c < graph->all->count; c++)
        add_gpu_edges(graph, &graph->groups[c]);
    for (size_t e = 0; e < graph->edge_count; e++) {
        graph->nodes[graph->node_of[graph->edges[e].from]].waits = 1;
        graph->nodes[graph->node_of[graph->edges[e].to]].is_missing = 1;
    }
}

/* Queues a process, so that reach_waiting() visits the processes that wait for it. */
static void reach(struct graph *graph, size_t node)
{
    if (!graph->nodes[node].is_reached) {
        graph->nodes[node].is_reached = 1;
        graph->queue[graph->queued++] = node;
    }
}

/* Reaches the members of a communicator that are further than this one. */
static void reach_group(struct graph *graph, size_t member)
{
    struct group *group = &graph->groups[group_of(graph, member)];

    while (group->reached < group->count) {
        size_t other = group->order[group->reached];

        if (entered(graph, other) <= entered(graph, member))
            break;
        if (!graph->members[other].member->destroyed) {
            group->is_counted = 1;
            reach(graph, graph->node_of[other]);
        }
        group->reached++;
    }
}

/* Visits all processes that wait for a queued one, directly or through others. Returns the number
 * of communicators in which they wait. */
static size_t reach_waiting(struct graph *graph)
{
    size_t waiting = 0;

    for (size_t at = 0; at < graph->queued; at++) {
        const struct node *node = &graph->nodes[graph->queue[at]];

        for (size_t m = node->first; m < node->first + node->count; m++)
            reach_group(graph, m);
        for (size_t e = 0; e < graph->edge_count; e++)
            if (graph->node_of[graph->edges[e].to] == graph->queue[at]) {
                graph->groups[group_of(graph, graph->edges[e].from)].is_counted = 1;
                reach(graph, graph->node_of[graph->edges[e].from]);
            }
    }
    for (size_t c = 0; c < graph->all->count; c++)
        waiting += (size_t)graph->groups[c].is_counted;
    return waiting;
}

/* Forgets what the previous search reached. */
static void begin_search(struct graph *graph)
{
    graph->queued = 0;
    for (size_t c = 0; c < graph->all->count; c++) {
        graph->groups[c].reached = 0;
        graph->groups[c].is_counted = 0;
    }
    for (size_t n = 0; n < graph->node_count; n++)
        graph->nodes[n].is_reached = 0;
}

/* Returns how many collectives the process of the furthest member has entered anywhere. */
static size_t calls_of_furthest(const struct graph *graph, size_t member)
{
    return graph->nodes[graph->node_of[graph->groups[group_of(graph, member)].order[0]]].calls;
}

/* Returns the first edge to a process, of calls to a peer or else of collectives, or NULL. */
static const struct edge *find_edge(const struct graph *graph, size_t number, int is_to_peer)
{
    for (size_t e = 0; e < graph->edge_count; e++)
        if (graph->node_of[graph->edges[e].to] == number &&
            (graph->edges[e].queued == NULL) == is_to_peer)
            return &graph->edges[e];
    return NULL;
}

/* Returns the member with which a process is missing, or SIZE_MAX. A collective that the process
 * has entered but its GPU has not started comes first. If the process is missing in several
 * communicators, its next call probably belongs to the communicator in which the others have made
 * the fewest calls, because all ranks run the same program. Sets `edge` to the deciding edge. */
static size_t find_missing(const struct graph *graph, size_t number, const struct edge **edge)
{
    const struct node *node = &graph->nodes[number];
    size_t best = SIZE_MAX;

    *edge = find_edge(graph, number, 0);
    if (*edge)
        return (*edge)->to;
    for (size_t m = node->first; m < node->first + node->count; m++)
        if (is_behind(graph, m) &&
            (best == SIZE_MAX || calls_of_furthest(graph, m) < calls_of_furthest(graph, best)))
            best = m;
    if (best != SIZE_MAX)
        return best;
    *edge = find_edge(graph, number, 1);
    return *edge ? (*edge)->to : SIZE_MAX;
}

/* Returns 1 if a member is missing in the same way as the members of a cause. */
static int is_same_cause(const struct waits_cause *cause, const struct waits_member *member,
                         const struct communicator_collective *queued)
{
    const struct waits_member *first = &cause->list[0];
    const struct communicator_collective *mine = waits_missing(member),
                                         *others = waits_missing(first);

    if (cause->peer || cause->is_cycle || cause->is_running || cause->queued != queued ||
        first->communicator != member->communicator || first->ring->state != member->ring->state)
        return 0;
    if (queued)
        return 1;
    if (!mine != !others || first->member->absent != member->member->absent ||
        first->member->waiting != member->member->waiting)
        return 0;
    return first->member->entered == member->member->entered &&
           first->member->number == member->member->number &&
           (first->member->number == first->member->entered ||
            communicator_same_call(communicator_last(first->member),
                                   communicator_last(member->member)));
}

/* Adds a process to the cause in which others are missing in the same way, or to a new one. */
static void add_cause(struct graph *graph, struct waits *waits, size_t node)
{
    const struct edge *edge;
    size_t place = find_missing(graph, node, &edge), at = 0;
    const struct waits_member *member = &graph->members[place];
    const struct communicator_collective *queued = edge ? edge->queued : NULL;
    int is_to_peer = edge && !queued;

    if (place == SIZE_MAX)
        return;
    while (at < waits->count && (is_to_peer || !is_same_cause(&waits->causes[at], member, queued)))
        at++;
    if (at == waits->count)
        *MEMORY_ADD(waits->causes, waits->count) = (struct waits_cause){
            .peer = is_to_peer ? graph->members[edge->from].member : NULL, .queued = queued};
    struct waits_cause *cause = &waits->causes[at];
    *MEMORY_ADD(cause->list, cause->count) = *member;
    cause->is_unsure |= member->communicator->lost;
}

/* Adds as causes the collectives that the GPUs of all ranks have started: their ranks wait for the
 * collective itself, and for no other rank. */
static void add_running(struct graph *graph, struct waits *waits)
{
    for (size_t c = 0; c < graph->all->count; c++) {
        const struct group *group = &graph->groups[c];
        struct waits_cause cause = {.queued = group->gpu.call, .is_running = 1};

        for (size_t i = 0; i < group->count && group->gpu.is_everywhere; i++) {
            *MEMORY_ADD(cause.list, cause.count) = graph->members[group->order[i]];
            reach(graph, graph->node_of[group->order[i]]);
        }
        if (cause.count)
            *MEMORY_ADD(waits->causes, waits->count) = cause;
    }
}

static int by_rank(const void *a, const void *b)
{
    const struct waits_member *m = a, *n = b;

    return TRACE_ORDER(m->rank, n->rank);
}

static void count_waiting(struct graph *graph, struct waits_cause *cause)
{
    begin_search(graph);
    for (size_t i = 0; i < cause->count; i++)
        reach(graph,
              graph->node_of[place_of(graph, cause->list[i].communicator, cause->list[i].member)]);
    if (cause->is_running)
        graph->groups[cause->list[0].communicator - graph->all->list].is_counted = 1;
    cause->waiting = reach_waiting(graph);
    if (!cause->is_cycle)
        qsort(cause->list, cause->count, sizeof *cause->list, by_rank);
}

/* Returns a member with which the process `number` waits for another process, and sets `next` to
 * the other process. Returns SIZE_MAX if there is none. */
static size_t follow(const struct graph *graph, size_t number, size_t *next)
{
    const struct node *node = &graph->nodes[number];

    for (size_t m = node->first; m < node->first + node->count; m++) {
        size_t awaited = find_awaited(graph, m);

        if (awaited == SIZE_MAX)
            continue;
        *next = graph->node_of[awaited];
        return m;
    }
    for (size_t e = 0; e < graph->edge_count; e++)
        if (graph->node_of[graph->edges[e].from] == number) {
            *next = graph->node_of[graph->edges[e].to];
            return graph->edges[e].from;
        }
    return SIZE_MAX;
}

/* Adds the cycle to which a process leads, or only its ended members if some have ended. */
static void add_cycle(struct graph *graph, struct waits *waits, size_t node)
{
    size_t *step = memory_get(graph->node_count, sizeof *step), next = node, start, member,
           ended = 0;
    struct waits_cause cycle = {.is_cycle = 1};

    for (size_t count = 1; !step[next]; count++) {
        step[next] = count;
        if (follow(graph, next, &next) == SIZE_MAX)
            break;
    }
    free(step);
    start = next;
    do {
        member = follow(graph, next, &next);
        if (member == SIZE_MAX)
            break;
        *MEMORY_ADD(cycle.list, cycle.count) = graph->members[member];
        cycle.is_unsure |= graph->members[member].communicator->lost;
        ended += graph->members[member].ring->state == TRACE_ENDED;
    } while (next != start);
    for (size_t i = 0; i < cycle.count; i++) {
        member = place_of(graph, cycle.list[i].communicator, cycle.list[i].member);
        reach(graph, graph->node_of[member]);
        if (ended < cycle.count && cycle.list[i].ring->state == TRACE_ENDED)
            add_cause(graph, waits, graph->node_of[member]);
    }
    if (cycle.count && (ended == 0 || ended == cycle.count))
        *MEMORY_ADD(waits->causes, waits->count) = cycle;
    else
        free(cycle.list);
}

static int by_waiting(const void *a, const void *b)
{
    const struct waits_cause *c = a, *d = b;

    if (c->waiting != d->waiting)
        return TRACE_ORDER(d->waiting, c->waiting);
    return TRACE_ORDER(c->list[0].communicator, d->list[0].communicator);
}

static void free_graph(struct graph *graph)
{
    for (size_t c = 0; c < graph->all->count; c++)
        free(graph->groups[c].order);
    free(graph->groups);
    free(graph->members);
    free(graph->node_of);
    free(graph->queue);
    free(graph->nodes);
    free(graph->edges);
}

struct waits waits_find(const struct communicators *all)
{
    struct graph graph = {.all = all};
    struct waits waits = {0};

    add_members(&graph);
    add_groups(&graph);
    find_waiting(&graph);
    begin_search(&graph);
    add_running(&graph, &waits);
    for (size_t n = 0; n < graph.node_count; n++)
        if (graph.nodes[n].is_missing && !graph.nodes[n].waits && !graph.nodes[n].is_reached) {
            add_cause(&graph, &waits, n);
            reach(&graph, n);
        }
    reach_waiting(&graph);
    for (size_t n = 0; n < graph.node_count; n++)
        if (graph.nodes[n].waits && !graph.nodes[n].is_reached) {
            add_cycle(&graph, &waits, n);
            reach_waiting(&graph);
        }
    for (size_t i = 0; i < waits.count; i++)
        count_waiting(&graph, &waits.causes[i]);
    if (waits.count)
        qsort(waits.causes, waits.count, sizeof *waits.causes, by_waiting);
    free_graph(&graph);
    return waits;
}

void waits_free(struct waits *waits)
{
    for (size_t i = 0; i < waits->count; i++)
        free(waits->causes[i].list);
    free(waits->causes);
}

const struct communicator_collective *waits_missing(const struct waits_member *at)
{
    const struct communicator_member *leader = at->communicator->leader;
    size_t behind = at->communicator->furthest - at->member->entered;

    return leader && behind && behind <= leader->count ? &leader->list[leader->count - behind]
                                                       : NULL;
}
