/* Keeps what the lines of a log were read into.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/log/ranks_data.h"
#include "common/text/memory.h"
#include <stdint.h>
#include <string.h>

enum {
    MOST_PROCESSES = 1 << 18,
    MOST_PAIRS = 1 << 20,
    MOST_COMMUNICATORS = 1 << 12,
    MOST_STATE = 1 << 26
};

static uint64_t hash_of(const char *text, size_t length, uint64_t seed)
{
    uint64_t hash = 14695981039346656037u ^ seed;

    while (length--)
        hash = (hash ^ (unsigned char)*text++) * 1099511628211u;
    return hash ^ hash >> 29;
}

const char *ranks_data_text(struct ranks *ranks, const char *text, size_t length)
{
    struct texts *texts = &ranks->texts;

    if (texts->count * 2 >= texts->size) {
        struct texts larger = {.size = texts->size ? texts->size * 2 : 1024};

        larger.table = memory_get(larger.size, sizeof *larger.table);
        for (size_t i = 0; i < texts->size; i++)
            for (size_t at = texts->table[i] ? hash_of(texts->table[i], strlen(texts->table[i]), 0)
                                             : 0;
                 texts->table[i]; at++)
                if (!larger.table[at % larger.size]) {
                    larger.table[at % larger.size] = texts->table[i];
                    texts->table[i] = NULL;
                }
        larger.count = texts->count;
        free(texts->table);
        *texts = larger;
    }
    for (size_t at = hash_of(text, length, 0);; at++) {
        char **place = &texts->table[at % texts->size];

        if (!*place) {
            texts->count++;
            return *place = memory_copy_part(text, length);
        }
        if (strlen(*place) == length && memcmp(*place, text, length) == 0)
            return *place;
    }
}

struct process *ranks_data_process(struct ranks *ranks, const struct line *line)
{
    const char *host = ranks_data_text(ranks, line->host, line->host_length);

    if (ranks->process_count * 2 >= ranks->place_count) {
        size_t count = ranks->place_count ? ranks->place_count * 2 : 1024;
        size_t *larger = memory_get(count, sizeof *larger);

        for (size_t i = 0; i < ranks->process_count; i++) {
            size_t at = (size_t)hash_of(ranks->processes[i].host, strlen(ranks->processes[i].host),
                                        (uint64_t)ranks->processes[i].pid);

            while (larger[at % count])
                at++;
            larger[at % count] = i + 1;
        }
        free(ranks->by_process);
        ranks->by_process = larger;
        ranks->place_count = count;
    }
    for (size_t at = (size_t)hash_of(host, strlen(host), (uint64_t)line->pid);; at++) {
        size_t *place = &ranks->by_process[at % ranks->place_count];
        struct process *is = *place ? &ranks->processes[*place - 1] : NULL;

        if (is && is->host == host && is->pid == line->pid)
            return is;
        if (!is && ranks->process_count == MOST_PROCESSES)
            return NULL;
        if (!is) {
            *MEMORY_ADD(ranks->processes, ranks->process_count) = (struct process){
                .host = host, .pid = line->pid, .device = line->device, .rank = -1};
            *place = ranks->process_count;
            return &ranks->processes[*place - 1];
        }
    }
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

static struct pair *pair_at(struct pair *places, size_t count, const struct pair *pair)
{
    uint64_t key[3] = {(uint64_t)pair->from, (uint64_t)pair->to, (uintptr_t)pair->transport};

    for (size_t at = (size_t)hash_of((const char *)key, sizeof key, 0);; at++) {
        struct pair *is = &places[at % count];

        if (!is->transport ||
            (is->from == pair->from && is->to == pair->to && is->transport == pair->transport))
            return is;
    }
}

void ranks_data_pair(struct ranks *ranks, const struct pair *pair)
{
    if (ranks->pair_count == MOST_PAIRS)
        return;
    if (ranks->pair_count * 2 >= ranks->pair_places) {
        size_t count = ranks->pair_places ? ranks->pair_places * 2 : 4096;
        struct pair *larger = memory_get(count, sizeof *larger);

        for (size_t i = 0; i < ranks->pair_places; i++)
            if (ranks->pairs[i].transport)
                *pair_at(larger, count, &ranks->pairs[i]) = ranks->pairs[i];
        free(ranks->pairs);
        ranks->pairs = larger;
        ranks->pair_places = count;
    }
    struct pair *place = pair_at(ranks->pairs, ranks->pair_places, pair);

    ranks->pair_count += !place->transport;
    *place = *pair;
}

void ranks_data_free(struct ranks *ranks)
{
    for (size_t i = 0; i < ranks->texts.size; i++)
        free(ranks->texts.table[i]);
    for (size_t i = 0; i < ranks->process_count; i++)
        free(ranks->processes[i].settings), free(ranks->processes[i].warnings);
    for (size_t i = 0; i < ranks->communicator_count; i++)
        free(ranks->communicators[i].state);
    free(ranks->texts.table);
    free(ranks->processes);
    free(ranks->by_process);
    free(ranks->communicators);
    free(ranks->pairs);
    free(ranks->warning);
}
