/* Keeps what the lines of a log were read into.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/log/ranks_data.h"
#include "common/text/memory.h"
#include <search.h>
#include <stdint.h>
#include <string.h>

enum {
    MOST_PROCESSES = 1 << 18,
    MOST_PAIRS = 1 << 20,
    MOST_COMMUNICATORS = 1 << 12,
    MOST_STATE = 1 << 26
};

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The element of a tree that is equal to a new one, which is freed then; or else the new one. */
static void *find_or_add(void **tree, void *element, int (*order)(const void *, const void *))
{
    void **found = memory_check(tsearch(element, tree, order));

    if (*found != element)
        free(element);
    return *found;
}

const char *ranks_data_text(struct ranks *ranks, const char *text, size_t length)
{
    return find_or_add(&ranks->texts, memory_copy_part(text, length), by_text);
}

static int compare(uintptr_t a, uintptr_t b)
{
    return a < b ? -1 : a > b;
}

/* Equal texts of hosts have equal addresses. */
static int by_process(const void *a, const void *b)
{
    const struct process_key *x = a, *y = b;

    return x->host != y->host ? compare((uintptr_t)x->host, (uintptr_t)y->host)
                              : compare((uintptr_t)x->pid, (uintptr_t)y->pid);
}

struct process *ranks_data_process(struct ranks *ranks, const struct line *line)
{
    struct process_key *key = memory_get(1, sizeof *key);

    *key = (struct process_key){ranks_data_text(ranks, line->host, line->host_length), line->pid,
                                ranks->process_count};
    if (ranks->process_count == MOST_PROCESSES && !tfind(key, &ranks->by_process, by_process)) {
        free(key);
        return NULL;
    }
    key = find_or_add(&ranks->by_process, key, by_process);
    if (key->number == ranks->process_count)
        *MEMORY_ADD(ranks->processes, ranks->process_count) = (struct process){
            .host = key->host, .pid = line->pid, .device = line->device, .rank = -1};
    return &ranks->processes[key->number];
}

struct communicator *ranks_data_communicator(struct ranks *ranks, const char *id, int count)
{
    for (size_t i = ranks->communicator_count; i-- > 0;)
        if (ranks->communicators[i].id == id && ranks->communicators[i].ranks == count)
            return &ranks->communicators[i];
    if (ranks->communicator_count == MOST_COMMUNICATORS ||
        (ranks->state_bytes += (size_t)count) > MOST_STATE)
        return NULL;
    struct communicator *is = MEMORY_ADD(ranks->communicators, ranks->communicator_count);

    *is = (struct communicator){.id = id, .ranks = count, .state = memory_get((size_t)count, 1)};
    return is;
}

static int by_ends(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;

    return x->from != y->from ? compare((uintptr_t)x->from, (uintptr_t)y->from)
           : x->to != y->to   ? compare((uintptr_t)x->to, (uintptr_t)y->to)
                              : compare((uintptr_t)x->transport, (uintptr_t)y->transport);
}

void ranks_data_pair(struct ranks *ranks, const struct pair *pair)
{
    struct pair *copy;

    if (ranks->pair_count == MOST_PAIRS || tfind(pair, &ranks->by_pair, by_ends))
        return;
    copy = memory_get(1, sizeof *copy);
    *copy = *pair;
    *MEMORY_ADD(ranks->pairs, ranks->pair_count) = find_or_add(&ranks->by_pair, copy, by_ends);
}

void ranks_data_free(struct ranks *ranks)
{
    tdestroy(ranks->texts, free);
    tdestroy(ranks->by_process, free);
    tdestroy(ranks->by_pair, free);
    for (size_t i = 0; i < ranks->process_count; i++)
        free(ranks->processes[i].settings), free(ranks->processes[i].warnings);
    for (size_t i = 0; i < ranks->communicator_count; i++)
        free(ranks->communicators[i].state);
    free(ranks->processes);
    free(ranks->communicators);
    free(ranks->pairs);
    free(ranks->warning);
}
