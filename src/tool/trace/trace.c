/* lazynccl trace: prints the last calls that tracing stand-ins recorded.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/command/options.h"
#include "common/command/verb.h"
#include "common/files/walk.h"
#include "common/findings/show.h"
#include "common/text/memory.h"
#include "tool/trace/calls.h"
#include "tool/trace/faults.h"
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

struct trace {
    struct trace_ring *rings;
    size_t count;
    struct strings unread; /* "FILE: why" */
    int is_quiet;          /* 1: they were reported before */
};

static void refuse(struct trace *trace, const char *path, const char *why)
{
    OWNED(memory) char *line = memory_print("%s: %s", path, why);

    if (!trace->is_quiet)
        verb_unreadable("trace", NULL, line);
    strings_add(&trace->unread, line, strlen(line));
}

static void add_file(struct trace *trace, const char *path)
{
    struct trace_ring ring;
    const char *why = trace_ring_open(&ring, path);

    if (why)
        refuse(trace, path, why);
    else
        *MEMORY_ADD(trace->rings, trace->count) = ring;
}

/* Returns 0, or -1 if the folder cannot be read. */
static int add_folder(struct trace *trace, const char *path)
{
    OWNED(strings) struct strings names = {0};
    int status = walk_names(path, &names);

    for (size_t i = 0; i < names.count; i++) {
        OWNED(memory) char *file = memory_print("%s/%s", path, names.list[i]);
        const char *end = strrchr(names.list[i], '.');

        if (end && strcmp(end, ".ring") == 0)
            add_file(trace, file);
    }
    return status;
}

static int by_process(const void *a, const void *b)
{
    const struct trace_ring *r = a, *s = b;
    int hosts = strcmp(r->head.host, s->head.host);

    if (hosts)
        return hosts;
    if (r->head.process != s->head.process)
        return r->head.process < s->head.process ? -1 : 1;
    return strcmp(r->path, s->path);
}

static void open_traces(struct trace *trace, const struct request *request)
{
    for (int i = 0; i < request->count; i++) {
        const char *path = request->words[i];
        struct stat facts;

        if (stat(path, &facts) != 0)
            refuse(trace, path, strerror(errno));
        else if (!S_ISDIR(facts.st_mode))
            add_file(trace, path);
        else if (add_folder(trace, path) != 0)
            refuse(trace, path, strerror(errno));
    }
    if (trace->count)
        qsort(trace->rings, trace->count, sizeof *trace->rings, by_process);
}

static void free_traces(struct trace *trace)
{
    for (size_t i = 0; i < trace->count; i++)
        trace_ring_free(&trace->rings[i]);
    free(trace->rings);
    strings_free(&trace->unread);
}

/* Returns the ring of this number with its calls, after dropping those of the one before; NULL if
 * it cannot be read. */
static struct trace_ring *read_calls(struct trace *trace, size_t number)
{
    struct trace_ring *ring = &trace->rings[number];
    const char *why = trace_ring_read(ring, 0);

    if (number > 0)
        trace_ring_drop(ring - 1);
    if (why)
        refuse(trace, ring->path, why);
    return why ? NULL : ring;
}

static struct communicators find_communicators(struct trace *trace)
{
    struct communicators all = {0};

    for (size_t i = 0; i < trace->count; i++) {
        const struct trace_ring *ring = read_calls(trace, i);

        if (ring)
            communicators_add(&all, ring);
    }
    communicators_align(&all);
    return all;
}

static void write_chrome(struct trace *trace)
{
    struct json json = {.to = stdout};

    json_begin(&json, NULL, '{');
    json_begin(&json, "traceEvents", '[');
    for (size_t i = 0; i < trace->count; i++) {
        const struct trace_ring *ring = read_calls(trace, i);

        if (ring)
            calls_chrome(ring, &json);
    }
    json_end(&json, ']');
    json_end(&json, '}');
    putchar('\n');
}

/* How many calls of a file have been printed. */
struct followed {
    char *path;
    uint64_t sequence;
};

static struct followed *follow_file(struct followed **list, size_t *count, const char *path)
{
    for (size_t i = 0; i < *count; i++)
        if (strcmp((*list)[i].path, path) == 0)
            return &(*list)[i];
    *MEMORY_ADD(*list, *count) = (struct followed){memory_copy(path), 0};
    return &(*list)[*count - 1];
}

/* Prints the calls after the last one that was printed. */
static void show_new(struct trace_ring *ring, struct followed *at)
{
    OWNED(memory) char *before = memory_print("%u ", ring->head.process);

    if (trace_ring_read(ring, at->sequence))
        return; /* it is read again soon */
    for (size_t i = 0; i < ring->count; i++)
        if (ring->calls[i].sequence > at->sequence)
            calls_show_one(ring, &ring->calls[i], before);
    at->sequence = ring->total;
    trace_ring_drop(ring);
}

/* Prints new calls, including those in new files, until no process runs. */
static void follow(const struct request *request)
{
    struct followed *list = NULL;
    size_t count = 0;
    int running = 1;

    while (running) {
        struct trace trace = {.is_quiet = 1};

        running = 0;
        open_traces(&trace, request);
        for (size_t i = 0; i < trace.count; i++) {
            struct trace_ring *ring = &trace.rings[i];

            show_new(ring, follow_file(&list, &count, ring->path));
            running |= ring->state == TRACE_RUNNING || ring->state == TRACE_STOPPED;
        }
        free_traces(&trace);
        if (fflush(stdout) != 0)
            break;
        if (running)
            usleep(200000);
    }
    for (size_t i = 0; i < count; i++)
        free(list[i].path);
    free(list);
}

static enum verb_exit show(struct trace *trace, const struct request *request)
{
    struct communicators all = find_communicators(trace);
    size_t wrong = faults_show(&all, request->table->style);

    for (size_t i = 0; (!all.count || request->more) && i < trace->count; i++) {
        const struct trace_ring *ring = read_calls(trace, i);

        if (ring)
            calls_show(ring, request->more);
    }
    communicators_free(&all);
    return wrong ? VERB_FINDINGS : VERB_OK;
}

static enum verb_exit write_json(struct trace *trace, struct json *json)
{
    struct communicators all = find_communicators(trace);

    json_answer(json, "trace");
    size_t wrong = faults_json(&all, json);
    json_begin(json, "processes", '[');
    for (size_t i = 0; i < trace->count; i++) {
        const struct trace_ring *ring = read_calls(trace, i);

        if (ring)
            calls_json(ring, json);
    }
    json_end(json, ']');
    json_strings(json, "unread", &trace->unread);
    findings_json(NULL, NULL, json);
    communicators_free(&all);
    return wrong ? VERB_FINDINGS : VERB_OK;
}

static enum verb_exit run(const struct request *request)
{
    struct trace trace = {0};
    enum verb_exit status = VERB_OK;

    if (request->count == 0)
        return verb_misuse("trace", "no folder or file", NULL, NULL);
    open_traces(&trace, request);
    if (!trace.count && !trace.unread.count) {
        status = verb_unreadable("trace", request->words[0],
                                 "has no traces: no process has called a traced library yet");
    } else if (request->follow) {
        follow(request);
    } else if (request->chrome) {
        write_chrome(&trace);
    } else if (request->table->json) {
        status = write_json(&trace, request->table->json);
    } else {
        status = show(&trace, request);
    }
    if (trace.unread.count)
        status = VERB_UNREADABLE;
    free_traces(&trace);
    return status;
}

const struct verb verb_trace = {
    .name = "trace",
    .run = run,
    .summary = "show the last calls of a library, also after a hang",
    // clang-format off
    .usage =
"usage: lazynccl trace [OPTION...] DIR|FILE...\n"
"\n"
"Shows the last calls that lazynccl run --trace DIR recorded, also after a hang.\n"
"\n"
"Names the rank that the others wait for, and prints the last collective of each NCCL\n"
"communicator: which ranks have entered it, and which are missing, differ, have ended or are\n"
"stopped. Without communicators, or with -v, prints the last calls of each process and thread. The\n"
"program may still be running.\n"
"\n"
"Calls inside NCCL, calls of a statically linked NCCL and replays of CUDA graphs leave no trace. A\n"
"rank that has entered a collective may still wait for the GPU. Times of different hosts are as\n"
"comparable as their clocks.\n",
    .examples =
"  lazynccl trace calls\n"
"      which rank of this hanging job is missing?\n"
"  lazynccl trace --chrome calls > calls.json\n"
"      all calls, for https://ui.perfetto.dev\n",
    // clang-format on
    .takes = TAKES_STYLE " --follow --chrome",
    .more = "also print the calls of each process, all that are kept",
    .status = "0 no rank is missing or differs, 1 one is, 2 unreadable input, 3 usage error.",
};
