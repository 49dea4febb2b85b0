/* Summarizes a log of many processes.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/log/ranks_notes.h"
#include "common/text/memory.h"
#include "common/text/strings.h"
#include "tool/explain/log/ranks_compare.h"
#include <stdio.h>
#include <string.h>

enum { MOST_KINDS = 6 };

/* Reports missing members only if the log is complete, because an excerpt omits members as well. */
static void note_members(struct ranks_notes *notes, const struct communicator *is, int has_ended)
{
    OWNED(memory) char *marked = memory_get((size_t)is->ranks, 1);

    if (is->started < (size_t)is->ranks) {
        for (int i = 0; i < is->ranks; i++)
            marked[i] = !is->state[i];
        OWNED(memory) char *who = ranks_compare_ranges((unsigned char *)marked, (size_t)is->ranks);
        ranks_compare_add(
            notes, has_ended ? "never joined" : "not shown", has_ended,
            "%s of communicator %s, which %zu of %d ranks entered; or their output is missing", who,
            is->id, is->started, is->ranks);
    } else if (is->complete < is->started) {
        for (int i = 0; i < is->ranks; i++)
            marked[i] = is->state[i] != RANK_COMPLETE;
        OWNED(memory) char *who = ranks_compare_ranges((unsigned char *)marked, (size_t)is->ranks);
        ranks_compare_add(notes, "not ready", 1,
                          "%s of communicator %s never ended its initialization", who, is->id);
    }
}

/* Reports the processes that use sockets although others, or NCCL's default, use something faster.
 */
static void note_fallback(struct ranks_notes *notes, const struct ranks *ranks)
{
    const struct process *example = NULL;
    size_t count = 0, better = 0;

    for (size_t i = 0; i < ranks->process_count; i++) {
        const struct process *is = &ranks->processes[i];
        int sockets = is->network && strcmp(is->network, "Socket") == 0;

        better += is->network && !sockets;
        count += sockets && is->fallback;
        if (sockets && is->fallback && !example)
            example = is;
    }
    if (example && (better || strstr(example->fallback, "initialization failed")))
        ranks_compare_add(notes, "fell back", 1,
                          "%zu of %zu processes use sockets, such as rank %d on %s: %s", count,
                          ranks->process_count, example->rank, example->host, example->fallback);
}

static const char *host_of(const struct ranks *ranks, int rank)
{
    for (size_t i = 0; i < ranks->process_count; i++)
        if (ranks->processes[i].rank == rank)
            return ranks->processes[i].host;
    return NULL;
}

static void note_transports(struct ranks_notes *notes, const struct ranks *ranks)
{
    const char *kinds[MOST_KINDS];
    size_t counts[MOST_KINDS] = {0}, kind_count = 0;
    const struct pair *examples[MOST_KINDS];
    struct strings parts = {0};

    for (size_t p = 0; p < ranks->pair_count; p++) {
        const struct pair *pair = ranks->pairs[p];
        size_t i = 0;

        while (i < kind_count && kinds[i] != pair->transport)
            i++;
        if (i == kind_count && kind_count < MOST_KINDS) {
            kinds[kind_count] = pair->transport;
            examples[kind_count++] = pair;
        }
        if (i < kind_count)
            counts[i]++;
    }
    int has_p2p = 0, has_direct = 0;
    for (size_t i = 0; i < kind_count; i++) {
        strings_print(&parts, "%s for %zu pair%s of ranks", kinds[i], counts[i],
                      counts[i] == 1 ? "" : "s");
        has_p2p |= strcmp(kinds[i], "P2P") == 0;
        has_direct |= strstr(kinds[i], "GPUDirect") != NULL;
    }
    if (kind_count) {
        OWNED(memory) char *text = strings_join(&parts, ", ");

        ranks_compare_add(notes, "transports", 0, "%s", text);
    }
    strings_free(&parts);
    for (size_t i = 0; i < kind_count; i++) {
        const char *from = host_of(ranks, examples[i]->from), *to = host_of(ranks, examples[i]->to);
        int is_network = strncmp(kinds[i], "NET/", 4) == 0;
        const char *why =
            is_network && from && from == to ? "leave their host for one another"
            : is_network && has_direct && !strstr(kinds[i], "GPUDirect") ? "do without GPUDirect"
            : !is_network && has_p2p && strcmp(kinds[i], "SHM") == 0     ? "go through host memory"
                                                                         : NULL;

        if (why)
            ranks_compare_add(notes, "slow", 0, "ranks %d and %d, of %zu such pairs, %s: %s",
                              examples[i]->from, examples[i]->to, counts[i], why, kinds[i]);
    }
}

static size_t count_hosts(const struct ranks *ranks)
{
    struct strings hosts = {0};

    for (size_t i = 0; i < ranks->process_count; i++)
        strings_add_once(&hosts, ranks->processes[i].host);
    size_t count = hosts.count;
    strings_free(&hosts);
    return count;
}

static void note_summary(struct ranks_notes *notes, const struct ranks *ranks)
{
    const struct process *first = ranks->processes;
    const char *version = first->version ? first->version : ranks->version;
    int most = 0;

    for (size_t i = 0; i < ranks->process_count; i++)
        most = ranks->processes[i].ranks > most ? ranks->processes[i].ranks : most;
    OWNED(memory) char *of = most ? memory_print(", %d ranks", most) : memory_copy("");
    ranks_compare_add(notes, "processes", 0, "%zu on %zu host%s%s%s%s%s%s", ranks->process_count,
                      count_hosts(ranks), count_hosts(ranks) == 1 ? "" : "s", of,
                      version ? ", NCCL " : "", version ? version : "",
                      first->network ? ", network " : "", first->network ? first->network : "");
    if (ranks->warning) {
        const struct process *is = &ranks->processes[ranks->warning_process];

        if (is->rank >= 0)
            ranks_compare_add(notes, "first warning", 1, "line %zu, rank %d on %s: %s",
                              ranks->warning_line, is->rank, is->host, ranks->warning);
        else
            ranks_compare_add(notes, "first warning", 1, "line %zu, process %ld on %s: %s",
                              ranks->warning_line, is->pid, is->host, ranks->warning);
    }
}

struct ranks_notes ranks_notes(struct ranks *ranks)
{
    struct ranks_notes notes = {0};

    int is_waiting = 0; /* a process alone: the others never joined */

    for (size_t i = 0; i < ranks->communicator_count; i++)
        is_waiting |= ranks->communicators[i].started < (size_t)ranks->communicators[i].ranks &&
                      !ranks->communicators[i].complete;
    if (ranks->process_count < 2 && !is_waiting)
        return notes;
    note_summary(&notes, ranks);
    ranks_compare(&notes, ranks);
    for (size_t i = 0; i < ranks->communicator_count; i++)
        note_members(&notes, &ranks->communicators[i],
                     ranks->has_ended || ranks->communicators[i].complete);
    note_fallback(&notes, ranks);
    note_transports(&notes, ranks);
    return notes;
}

void ranks_notes_free(struct ranks_notes *notes)
{
    for (size_t i = 0; i < notes->count; i++)
        free(notes->list[i].text);
    free(notes->list);
    *notes = (struct ranks_notes){0};
}

int ranks_notes_have(const struct ranks_notes *notes, const char *topic)
{
    for (size_t i = 0; i < notes->count; i++)
        if (notes->list[i].is_fault && strcmp(notes->list[i].topic, topic) == 0)
            return 1;
    return 0;
}
