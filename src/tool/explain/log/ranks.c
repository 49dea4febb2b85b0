/* Reads the lines of NCCL's log into what is known of processes, communicators and connections.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/log/ranks.h"
#include "common/text/memory.h"
#include "common/text/strings.h"
#include "tool/explain/log/line.h"
#include <ctype.h>
#include <limits.h>
#include <search.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
    MOST_RANKS = 1 << 20,
    MOST_SETTINGS = 256,
    MOST_WARNED = 1 << 11,
    MOST_PROCESSES = 1 << 18,
    MOST_PAIRS = 1 << 20,
    MOST_COMMUNICATORS = 1 << 12,
    MOST_STATE = 1 << 26
};

/* A process by its name. */
struct process_key {
    const char *host;
    long pid;
    size_t number;
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

static const char *keep_text(struct ranks *ranks, const char *text, size_t length)
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

/* The process that printed a line; NULL: there are too many. It moves with the next one. */
static struct process *find_process(struct ranks *ranks, const struct line *line)
{
    struct process_key *key = memory_get(1, sizeof *key);

    *key = (struct process_key){keep_text(ranks, line->host, line->host_length), line->pid,
                                ranks->process_count};
    if (ranks->process_count == MOST_PROCESSES && !tfind(key, &ranks->by_process, by_process)) {
        free(key);
        return NULL;
    }
    key = find_or_add(&ranks->by_process, key, by_process);
    if (key->number == ranks->process_count)
        *MEMORY_ADD(ranks->processes, ranks->process_count) =
            (struct process){.host = key->host, .pid = line->pid, .rank = -1};
    return &ranks->processes[key->number];
}

/* NULL: there are too many. */
static struct communicator *find_communicator(struct ranks *ranks, const char *id, int count)
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

static void keep_pair(struct ranks *ranks, const struct pair *pair)
{
    struct pair *copy;

    if (ranks->pair_count == MOST_PAIRS || tfind(pair, &ranks->by_pair, by_ends))
        return;
    copy = memory_get(1, sizeof *copy);
    *copy = *pair;
    *MEMORY_ADD(ranks->pairs, ranks->pair_count) = find_or_add(&ranks->by_pair, copy, by_ends);
}

/* The number after a word in a text; -1: there is none. */
static long number_after(const char *text, const char *word)
{
    const char *at = strstr(text, word);
    char *end;
    long number = at ? strtol(at + strlen(word), &end, 10) : -1;

    return at && end > at + strlen(word) && number >= 0 && number < INT_MAX ? number : -1;
}

static const char *word_after(struct ranks *ranks, const char *text, const char *word)
{
    const char *at = strstr(text, word);

    at = at ? at + strlen(word) : text + strlen(text);
    return keep_text(ranks, at, strcspn(at, " \t"));
}

/* Readers of the rows below; `rest` follows what the row looks for. */
typedef void reader(struct ranks *, struct process *, const char *text, const char *rest);

/* "NCCL_PROTO set by environment to LL", in some releases with a full stop. */
static void read_setting(struct ranks *ranks, struct process *process, const char *text,
                         const char *rest)
{
    char both[300];
    size_t length = strcspn(text, " ");
    int size =
        snprintf(both, sizeof both, "%.*s=%s", (int)(length < 100 ? length : 100), text, rest);
    size_t end = size < (int)sizeof both ? (size_t)size : sizeof both - 1;

    if (strncmp(text, "NCCL_", 5) != 0 || process->setting_count == MOST_SETTINGS)
        return;
    while (end && (both[end - 1] == '.' || both[end - 1] == ' '))
        end--;
    const char *setting = keep_text(ranks, both, end);
    for (size_t i = 0; i < process->setting_count; i++)
        if (process->settings[i] == setting)
            return;
    *MEMORY_ADD(process->settings, process->setting_count) = setting;
}

static void read_network(struct ranks *ranks, struct process *process, const char *text,
                         const char *rest)
{
    process->network = keep_text(ranks, rest, strcspn(rest, "\r\n"));
}

static void read_version(struct ranks *ranks, struct process *process, const char *text,
                         const char *rest)
{
    process->version = keep_text(ranks, rest, strcspn(rest, " "));
}

/* "cudaDriverVersion 12040" is CUDA 12.4. */
static void read_driver(struct ranks *ranks, struct process *process, const char *text,
                        const char *rest)
{
    char version[40];
    long number = strtol(rest, NULL, 10);
    int size = snprintf(version, sizeof version, "%ld.%ld", number / 1000, number % 1000 / 10);

    process->driver = keep_text(ranks, version, (size_t)size);
}

static void read_fallback(struct ranks *ranks, struct process *process, const char *text,
                          const char *rest)
{
    if (!process->network)
        process->fallback = keep_text(ranks, text, strnlen(text, 200));
}

/* "Bootstrap : Using eth0:10.0.0.1<0>" */
static void read_interface(struct ranks *ranks, struct process *process, const char *text,
                           const char *rest)
{
    const char *using = strstr(rest, "Using ");

    if (using)
        process->interface = keep_text(ranks, using + 6, strcspn(using + 6, ":"));
}

/* "ncclCommInitRank comm 0x.. rank 0 nranks 8 cudaDev 0 .. commId 0x.. - Init START" */
static void read_init(struct ranks *ranks, struct process *process, const char *text,
                      const char *rest)
{
    long rank = number_after(text, " rank "), count = number_after(text, " nranks ");
    int is_complete = strncmp(rest, "COMPLETE", 8) == 0;
    const char *id = word_after(ranks, text, "commId ");

    if (rank < 0 || count <= rank || count > MOST_RANKS)
        return;
    if (count >= process->ranks) { /* the largest, and of these the last, names the process */
        process->complete = is_complete;
        process->rank = (int)rank;
        process->ranks = (int)count;
    }
    struct communicator *of = *id ? find_communicator(ranks, id, (int)count) : NULL;
    if (!of)
        return;
    process->communicator = (size_t)(of - ranks->communicators) + 1;
    of->joined = of->joined || is_complete;
    if (!of->state[rank]) {
        of->state[rank] = RANK_STARTED;
        of->started++;
    }
    if (is_complete && of->state[rank] == RANK_STARTED) {
        of->state[rank] = RANK_COMPLETE;
        of->complete++;
    }
}

/* "comm 0x.. rank 0 nRanks 2 nNodes 1 localRanks 2": the ranks have exchanged what they are. */
static void read_joined(struct ranks *ranks, struct process *process, const char *text,
                        const char *rest)
{
    if (process->communicator)
        ranks->communicators[process->communicator - 1].joined = 1;
}

/* "P2P/CUMEM/read" is P2P, "NET/IB/0(3)/GDRDMA" NET/IB with GPUDirect. */
static const char *transport_of(struct ranks *ranks, const char *via)
{
    char text[100];
    size_t length = strcspn(via, "/ ");

    if (strncmp(via, "direct shared memory", 20) == 0)
        return keep_text(ranks, "SHM", 3);
    if (strncmp(via, "NET/", 4) != 0)
        return keep_text(ranks, via, length);
    length = 4 + strcspn(via + 4, "/");
    snprintf(text, sizeof text, "%.*s%s", (int)(length < 60 ? length : 60), via,
             strstr(via, "GDRDMA") ? " with GPUDirect" : "");
    return keep_text(ranks, text, strlen(text));
}

/* "Channel 00/0 : 0[0] -> 1[1] [send] via NET/IB/0/GDRDMA", "Ring 00 : 2[3d000] -> 3[3e000] via" */
static void read_channel(struct ranks *ranks, struct process *process, const char *text,
                         const char *rest)
{
    const char *colon = strstr(text, " : "), *arrow = strstr(text, " -> ");
    char *end;

    if (!colon || !arrow || arrow < colon || !isdigit((unsigned char)colon[3]) ||
        !isdigit((unsigned char)arrow[4]))
        return;
    struct pair pair = {(int)strtol(colon + 3, &end, 10), (int)strtol(arrow + 4, NULL, 10),
                        transport_of(ranks, rest)};
    if ((*end != '[' && *end != ' ') || pair.from < 0 || pair.to < 0)
        return;
    keep_pair(ranks, &pair);
}

/* The lines that are read, with the releases in whose sources the text was looked up. */
static const struct row {
    const char *text;
    reader *read;
    const char *releases;
} rows[] = {
    {" set by environment to ", read_setting, "2.3 to 2.30"},
    {"Using network ", read_network, "2.4 to 2.30"},
    {"NCCL version ", read_version, "2.3 to 2.30"},
    {"Bootstrap", read_interface, "2.4 to 2.30"},
    {"cudaDriverVersion ", read_driver, "2.13 to 2.30"},
    {" Init ", read_init, "START 2.18 to 2.30, COMPLETE 2.3 to 2.30, with commId 2.18 to 2.30"},
    {" nRanks ", read_joined, "2.20 to 2.30"},
    {" via ", read_channel, "2.3 to 2.30"},
    {"NET/IB : No device found", read_fallback, "2.3 to 2.30"},
    {"Failed to open libibverbs", read_fallback, "2.3 to 2.29"},
    {"initialization failed", read_fallback, "aws-ofi-nccl 1.9 to 1.16"},
};

static void read_warning(struct ranks *ranks, struct process *process, const struct line *line,
                         const char *text)
{
    size_t length = strnlen(text, 400);

    if (strings_contain_any(line->text, "Failed to open libibverbs|lib wrapper not initialized"))
        return; /* without libibverbs healthy runs print the first before 2.11, the second with GIN
                 */
    if (process->warned + length < MOST_WARNED) {
        process->warnings = memory_check(realloc(process->warnings, process->warned + length + 2));
        process->warned +=
            (size_t)sprintf(process->warnings + process->warned, "%.*s\n", (int)length, text);
    }
    if (ranks->warning)
        return;
    ranks->warning = memory_copy_part(line->text, strnlen(line->text, 400));
    ranks->warning_process = (size_t)(process - ranks->processes);
    ranks->warning_line = ranks->lines;
}

/* Up to 2.23 rank 0 prints "NCCL version 2.18.1+cuda12.1" without its name. */
static void read_plain_version(struct ranks *ranks, const char *text)
{
    const char *at = strstr(text, "NCCL version ");
    const char *version = at && isdigit((unsigned char)at[13]) && strstr(at, "+cuda")
                              ? word_after(ranks, at, "NCCL version ")
                              : NULL;

    if (version && !ranks->version)
        ranks->version = version;
    else if (version && version != ranks->version)
        ranks->other_version = version;
}

/* 1 if a line is printed when a process ends, or gives up waiting. */
static int shows_end(const char *text)
{
    return strings_contain_any(text,
                               "Traceback (most recent|exitcode|exit code|got signal|Watchdog|imed "
                               "out|Last error:|terminate called|Aborted|Killed|exited with");
}

void ranks_read(struct ranks *ranks, const char *text)
{
    struct line line;
    struct process *process;
    int is_nccls = line_read(text, &line);

    ranks->lines++;
    ranks->has_ended = ranks->has_ended || shows_end(text);
    if (!is_nccls)
        read_plain_version(ranks, text);
    if (!is_nccls || !line.host || !(process = find_process(ranks, &line)))
        return;
    if (line.is_warning)
        read_warning(ranks, process, &line, text);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *at = strstr(line.text, rows[i].text);

        if (at)
            rows[i].read(ranks, process, line.text, at + strlen(rows[i].text));
    }
}

struct ranks *ranks_new(void)
{
    return memory_get(1, sizeof(struct ranks));
}

void ranks_free(struct ranks *ranks)
{
    if (!ranks)
        return;
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
    free(ranks);
}
