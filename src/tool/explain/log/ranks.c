/* Reads the lines of NCCL's log into what is known of processes, communicators and connections.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/log/ranks.h"
#include "common/text/memory.h"
#include "common/text/strings.h"
#include "tool/explain/log/ranks_data.h"
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { MOST_RANKS = 1 << 20, MOST_SETTINGS = 256, MOST_WARNED = 1 << 11 };

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
    return ranks_data_text(ranks, at, strcspn(at, " \t"));
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
    const char *setting = ranks_data_text(ranks, both, end);
    for (size_t i = 0; i < process->setting_count; i++)
        if (process->settings[i] == setting)
            return;
    *MEMORY_ADD(process->settings, process->setting_count) = setting;
}

static void read_network(struct ranks *ranks, struct process *process, const char *text,
                         const char *rest)
{
    process->network = ranks_data_text(ranks, rest, strcspn(rest, "\r\n"));
}

static void read_version(struct ranks *ranks, struct process *process, const char *text,
                         const char *rest)
{
    process->version = ranks_data_text(ranks, rest, strcspn(rest, " "));
}

/* "cudaDriverVersion 12040" is CUDA 12.4. */
static void read_driver(struct ranks *ranks, struct process *process, const char *text,
                        const char *rest)
{
    char version[40];
    long number = strtol(rest, NULL, 10);
    int size = snprintf(version, sizeof version, "%ld.%ld", number / 1000, number % 1000 / 10);

    process->driver = ranks_data_text(ranks, version, (size_t)size);
}

static void read_fallback(struct ranks *ranks, struct process *process, const char *text,
                          const char *rest)
{
    if (!process->network)
        process->fallback = ranks_data_text(ranks, text, strnlen(text, 200));
}

/* "Bootstrap : Using eth0:10.0.0.1<0>" */
static void read_interface(struct ranks *ranks, struct process *process, const char *text,
                           const char *rest)
{
    const char *using = strstr(rest, "Using ");

    if (using)
        process->interface = ranks_data_text(ranks, using + 6, strcspn(using + 6, ":"));
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
    struct communicator *of = *id ? ranks_data_communicator(ranks, id, (int)count) : NULL;
    if (!of)
        return;
    if (!of->state[rank]) {
        of->state[rank] = RANK_STARTED;
        of->started++;
    }
    if (is_complete && of->state[rank] == RANK_STARTED) {
        of->state[rank] = RANK_COMPLETE;
        of->complete++;
    }
}

/* "P2P/CUMEM/read" is P2P, "NET/IB/0(3)/GDRDMA" NET/IB with GPUDirect. */
static const char *transport_of(struct ranks *ranks, const char *via)
{
    char text[100];
    size_t length = strcspn(via, "/ ");

    if (strncmp(via, "direct shared memory", 20) == 0)
        return ranks_data_text(ranks, "SHM", 3);
    if (strncmp(via, "NET/", 4) != 0)
        return ranks_data_text(ranks, via, length);
    length = 4 + strcspn(via + 4, "/");
    snprintf(text, sizeof text, "%.*s%s", (int)(length < 60 ? length : 60), via,
             strstr(via, "GDRDMA") ? " with GPUDirect" : "");
    return ranks_data_text(ranks, text, strlen(text));
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
    ranks_data_pair(ranks, &pair);
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
    if (!is_nccls || !line.host || !(process = ranks_data_process(ranks, &line)))
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
    if (ranks)
        ranks_data_free(ranks);
    free(ranks);
}
