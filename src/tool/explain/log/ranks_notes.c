/* Says what a log of many processes shows.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/log/ranks_notes.h"
#include "common/text/memory.h"
#include "common/text/strings.h"
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { MOST_VALUES = 6, MOST_RANGES = 8, MOST_KINDS = 6 };

void ranks_notes_add(struct ranks_notes *notes, const char *topic, int is_fault, const char *format,
                     ...)
{
    va_list values;

    va_start(values, format);
    *MEMORY_ADD(notes->list, notes->count) =
        (struct ranks_note){topic, memory_print_list(format, values), is_fault};
    va_end(values);
    notes->faults += (size_t)is_fault;
}

/* Returns "ranks 0-7, 9": the ranks that are marked. The caller frees it. */
static char *ranges_of(const char *marked, size_t count)
{
    struct strings list = {0};
    size_t more = 0, all = 0;

    for (size_t i = 0, end; i < count; i = end + 1) {
        for (end = i; end < count && marked[end]; end++)
            ;
        all += end - i;
        if (end > i && list.count < MOST_RANGES)
            strings_print(&list, end > i + 1 ? "%zu-%zu" : "%zu", i, end - 1);
        else if (end > i)
            more += end - i;
    }
    if (more)
        strings_print(&list, "and %zu more", more);
    OWNED(memory) char *joined = strings_join(&list, ", ");
    strings_free(&list);
    return memory_print("%s %s", all == 1 ? "rank" : "ranks", joined);
}

/* The processes that can be compared: those that came as far as the furthest. */
struct compared {
    const struct ranks *ranks;
    int complete; /* 1: those whose communicator was ready */
    size_t most;  /* one more than the highest rank */
};

static int is_compared(const struct compared *all, size_t process)
{
    const struct process *is = &all->ranks->processes[process];

    return is->rank >= 0 && (!all->complete || is->complete);
}

/* What a process said: the member at that offset, or the setting `name`; `none`: nothing. NULL: it
 * is left out. */
static const char *said(const struct compared *all, size_t process, size_t member, const char *name,
                        const char *none)
{
    const struct process *is = &all->ranks->processes[process];
    size_t length = name ? strlen(name) : 0;

    if (!is_compared(all, process))
        return NULL;
    if (!name)
        return *(const char *const *)((const char *)is + member);
    for (size_t i = 0; i < is->setting_count; i++)
        if (strncmp(is->settings[i], name, length) == 0 && is->settings[i][length] == '=')
            return is->settings[i] + length + 1;
    return none;
}

/* Adds a note if the processes differ: "NCCL_PROTO is LL on rank 1, not set on rank 0".
 * `none`: what lacking a setting means. */
static void compare(struct ranks_notes *notes, const struct compared *all, const char *title,
                    int is_fault, size_t member, const char *name, const char *none)
{
    OWNED(strings) struct strings values = {0}, parts = {0};
    int has_others = 0;
    OWNED(memory) char *marked = memory_get(all->most + 1, 1);

    for (size_t p = 0; p < all->ranks->process_count; p++) {
        const char *value = said(all, p, member, name, none);

        if (value && values.count < MOST_VALUES)
            strings_add_once(&values, value);
        has_others = has_others || (value && !strings_has(&values, value));
    }
    for (size_t i = 0; values.count > 1 && i < values.count; i++) {
        memset(marked, 0, all->most + 1);
        for (size_t p = 0; p < all->ranks->process_count; p++) {
            const char *value = said(all, p, member, name, none);

            if (value && strcmp(value, values.list[i]) == 0)
                marked[all->ranks->processes[p].rank] = 1;
        }
        OWNED(memory) char *on = ranges_of(marked, all->most + 1);
        strings_print(&parts, "%s on %s", *values.list[i] ? values.list[i] : "empty", on);
    }
    OWNED(memory) char *text = strings_join(&parts, "; ");
    if (*text)
        ranks_notes_add(notes, "differs", is_fault, "%s: %s%s", title, text,
                        has_others ? "; and other values" : "");
}

/* Settings that name what a host has, so that unlike hosts need unlike ones; and those in which
 * processes differ, or which only say where something is written. */
static const char of_hosts[] = "NCCL_SOCKET_IFNAME|NCCL_IB_HCA|NCCL_IB_GID_INDEX|NCCL_TOPO_FILE|"
                               "NCCL_GRAPH_FILE";
static const char of_processes[] = "NCCL_HOSTID|NCCL_DEBUG_FILE|NCCL_TOPO_DUMP_FILE|"
                                   "NCCL_GRAPH_DUMP_FILE|NCCL_COMM_ID|NCCL_RAS_ADDR";

static void compare_settings(struct ranks_notes *notes, const struct compared *all)
{
    OWNED(strings) struct strings seen = {0};

    for (size_t p = 0; p < all->ranks->process_count; p++) {
        const struct process *is = &all->ranks->processes[p];

        for (size_t i = 0; is_compared(all, p) && i < is->setting_count; i++) {
            OWNED(memory)
            char *name = memory_copy_part(is->settings[i], strcspn(is->settings[i], "="));

            if (strings_length_of_first(of_processes, name) == strlen(name) ||
                strings_has(&seen, name))
                continue;
            strings_add(&seen, name, strlen(name));
            compare(notes, all, name, strings_length_of_first(of_hosts, name) < strlen(name), 0,
                    name, "not set");
        }
    }
}

/* Adds what differs: releases, networks, settings. */
static void note_differences(struct ranks_notes *notes, const struct ranks *ranks)
{
    struct compared all = {.ranks = ranks};

    for (size_t i = 0; i < ranks->process_count; i++) {
        const struct process *is = &ranks->processes[i];

        all.complete |= is->rank >= 0 && is->complete;
        all.most = is->rank > (int)all.most ? (size_t)is->rank : all.most;
    }
    compare(notes, &all, "NCCL", 1, offsetof(struct process, version), NULL, NULL);
    if (ranks->other_version)
        ranks_notes_add(notes, "differs", 1, "NCCL: both %s and %s were printed", ranks->version,
                        ranks->other_version);
    compare(notes, &all, "the driver's CUDA", 0, offsetof(struct process, driver), NULL, NULL);
    compare(notes, &all, "the network", 1, offsetof(struct process, network), NULL, NULL);
    compare_settings(notes, &all);
}

/* Reports missing members only if the log is complete, because an excerpt omits members as well. */
static void note_members(struct ranks_notes *notes, const struct communicator *is, int has_ended)
{
    size_t count = (size_t)is->ranks;
    OWNED(memory) char *marked = memory_get(count, 1);

    for (size_t i = 0; i < count; i++)
        marked[i] = is->started < count ? !is->state[i] : is->state[i] != RANK_COMPLETE;
    OWNED(memory) char *who = ranges_of(marked, count);
    if (is->started < count)
        ranks_notes_add(
            notes, has_ended ? "never joined" : "not shown", has_ended,
            "%s of communicator %s, which %zu of %zu ranks entered; or their output is missing",
            who, is->id, is->started, count);
    else if (is->complete < count)
        ranks_notes_add(notes, "not ready", 1,
                        "%s of communicator %s never ended its initialization", who, is->id);
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
        ranks_notes_add(notes, "fell back", 1,
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
    OWNED(strings) struct strings parts = {0};
    size_t counts[MOST_KINDS] = {0}, kind_count = 0;
    const struct pair *examples[MOST_KINDS];

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
    OWNED(memory) char *text = strings_join(&parts, ", ");
    if (kind_count)
        ranks_notes_add(notes, "transports", 0, "%s", text);
    for (size_t i = 0; i < kind_count; i++) {
        const char *from = host_of(ranks, examples[i]->from), *to = host_of(ranks, examples[i]->to);
        int is_network = strncmp(kinds[i], "NET/", 4) == 0;
        const char *why =
            is_network && from && from == to ? "leave their host for one another"
            : is_network && has_direct && !strstr(kinds[i], "GPUDirect") ? "do without GPUDirect"
            : !is_network && has_p2p && strcmp(kinds[i], "SHM") == 0     ? "go through host memory"
                                                                         : NULL;

        if (why)
            ranks_notes_add(notes, "slow", 0, "ranks %d and %d, of %zu such pairs, %s: %s",
                            examples[i]->from, examples[i]->to, counts[i], why, kinds[i]);
    }
}

static size_t count_hosts(const struct ranks *ranks)
{
    OWNED(strings) struct strings hosts = {0};

    for (size_t i = 0; i < ranks->process_count; i++)
        strings_add_once(&hosts, ranks->processes[i].host);
    return hosts.count;
}

static void note_summary(struct ranks_notes *notes, const struct ranks *ranks)
{
    const struct process *first = ranks->processes;
    const char *version = first->version ? first->version : ranks->version;
    int most = 0;

    for (size_t i = 0; i < ranks->process_count; i++)
        most = ranks->processes[i].ranks > most ? ranks->processes[i].ranks : most;
    OWNED(memory) char *of = most ? memory_print(", %d ranks", most) : memory_copy("");
    ranks_notes_add(notes, "processes", 0, "%zu on %zu host%s%s%s%s%s%s", ranks->process_count,
                    count_hosts(ranks), count_hosts(ranks) == 1 ? "" : "s", of,
                    version ? ", NCCL " : "", version ? version : "",
                    first->network ? ", network " : "", first->network ? first->network : "");
    if (ranks->warning) {
        const struct process *is = &ranks->processes[ranks->warning_process];

        ranks_notes_add(notes, "first warning", 1, "line %zu, %s %ld on %s: %s",
                        ranks->warning_line, is->rank >= 0 ? "rank" : "process",
                        is->rank >= 0 ? is->rank : is->pid, is->host, ranks->warning);
    }
}

struct ranks_notes ranks_notes(const struct ranks *ranks)
{
    struct ranks_notes notes = {0};

    int is_waiting = 0; /* a process alone: the others never joined */

    for (size_t i = 0; i < ranks->communicator_count; i++)
        is_waiting |= ranks->communicators[i].started < (size_t)ranks->communicators[i].ranks &&
                      !ranks->communicators[i].complete;
    if (ranks->process_count < 2 && !is_waiting)
        return notes;
    note_summary(&notes, ranks);
    note_differences(&notes, ranks);
    for (size_t i = 0; i < ranks->communicator_count; i++)
        note_members(&notes, &ranks->communicators[i],
                     ranks->has_ended && !ranks->communicators[i].joined);
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
