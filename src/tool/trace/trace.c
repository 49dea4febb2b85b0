/* lazynccl trace: prints the last calls that tracing stand-ins recorded.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/command/options.h"
#include "common/command/verb.h"
#include "common/findings/show.h"
#include "common/text/memory.h"
#include "common/text/safe.h"
#include "tool/trace/nccl.h"
#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { SHOWN = 5 }; /* the last calls of each thread are shown without -v */

struct trace {
    struct trace_ring *rings;
    size_t count;
    struct strings unread; /* "FILE: why" */
};

static int is_ring(const struct dirent *entry)
{
    const char *end = strrchr(entry->d_name, '.');

    return end && strcmp(end, ".ring") == 0;
}

static void add_file(struct trace *trace, const char *path)
{
    struct trace_ring ring;
    const char *why = trace_ring_read(&ring, path, 0);

    if (why)
        strings_print(&trace->unread, "%s: %s", path, why);
    else
        *MEMORY_ADD(trace->rings, trace->count) = ring;
}

/* Returns 0, or -1 if the folder cannot be read. */
static int add_folder(struct trace *trace, const char *path)
{
    struct dirent **list = NULL;
    int count = scandir(path, &list, is_ring, alphasort);

    for (int i = 0; i < count; i++) {
        OWNED(memory) char *file = memory_print("%s/%s", path, list[i]->d_name);

        add_file(trace, file);
        free(list[i]);
    }
    free(list);
    return count < 0 ? -1 : 0;
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

static void read_traces(struct trace *trace, const struct request *request)
{
    for (int i = 0; i < request->count; i++) {
        struct stat facts;

        if (stat(request->words[i], &facts) != 0)
            strings_print(&trace->unread, "%s: %s", request->words[i], strerror(errno));
        else if (!S_ISDIR(facts.st_mode))
            add_file(trace, request->words[i]);
        else if (add_folder(trace, request->words[i]) != 0)
            strings_print(&trace->unread, "%s: %s", request->words[i], strerror(errno));
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

/* Formats the time of day of a call, to the microsecond. */
static void print_time(double time, char text[40])
{
    time_t second = (time_t)time;
    struct tm broken;
    char part[24] = "";

    if (localtime_r(&second, &broken))
        strftime(part, sizeof part, "%H:%M:%S", &broken);
    snprintf(text, 40, "%s.%06d", part, (int)((time - (double)second) * 1e6));
}

static void show_call(const struct trace_ring *ring, const struct trace_call *call,
                      const char *before)
{
    OWNED(memory) char *text = trace_ring_call_text(ring, call);
    char time[40];

    print_time(call->time, time);
    safe_line("%s%s %s", before, time, text);
}

static void show_thread(const struct trace_ring *ring, int thread, size_t most)
{
    size_t left = 0;

    for (size_t i = 0; i < ring->count; i++)
        left += ring->calls[i].thread == thread;
    safe_line("  thread %d: %zu call%s", thread, left, left == 1 ? "" : "s");
    for (size_t i = 0; i < ring->count; i++)
        if (ring->calls[i].thread == thread && left-- <= most)
            show_call(ring, &ring->calls[i], "    ");
}

struct counted {
    const char *name;
    size_t calls;
};

static int by_calls(const void *a, const void *b)
{
    const struct counted *c = a, *d = b;

    return c->calls < d->calls ? 1 : c->calls > d->calls ? -1 : strcmp(c->name, d->name);
}

/* Lists the called functions, most frequent first. Returns their number. */
static size_t count_functions(const struct trace_ring *ring, struct counted **list)
{
    size_t count = 0;

    *list = memory_get(ring->head.functions + 1, sizeof **list);
    for (uint32_t i = 0; i < ring->head.functions; i++)
        (*list)[i].name = ring->names[i];
    for (size_t i = 0; i < ring->count; i++)
        (*list)[ring->calls[i].function].calls += !ring->calls[i].returned;
    qsort(*list, ring->head.functions, sizeof **list, by_calls);
    while (count < ring->head.functions && (*list)[count].calls)
        count++;
    return count;
}

/* Returns the time between the first recorded call and the last. */
static double span_of(const struct trace_ring *ring)
{
    return ring->count > 1 ? ring->calls[ring->count - 1].time - ring->calls[0].time : 0;
}

static void show_ring(const struct trace_ring *ring, int more)
{
    struct counted *functions;
    size_t count = count_functions(ring, &functions);
    double span = span_of(ring);

    safe_line("process %u, %s, on %s, %s: %s, %llu records%s", ring->head.process,
              ring->head.command, ring->head.host, trace_ring_state_text(ring), ring->head.soname,
              (unsigned long long)ring->total, ring->lost ? ", the last of them kept" : "");
    for (size_t i = 0; i < count && (more || i < SHOWN); i++)
        if (span > 0)
            safe_line("  %8zu %s, %.1f in a second", functions[i].calls, functions[i].name,
                      (double)functions[i].calls / span);
        else
            safe_line("  %8zu %s", functions[i].calls, functions[i].name);
    for (int thread = 1; thread <= ring->thread_count; thread++)
        show_thread(ring, thread, more ? SIZE_MAX : SHOWN);
    free(functions);
}

static void write_ring(const struct trace_ring *ring, struct json *json)
{
    struct counted *functions;
    size_t count = count_functions(ring, &functions);

    json_begin(json, NULL, '{');
    json_string(json, "file", ring->path);
    json_string(json, "host", ring->head.host);
    json_number(json, "process", (long)ring->head.process);
    json_string(json, "command", ring->head.command);
    json_string(json, "library", ring->head.soname);
    json_string(json, "state", trace_ring_state_text(ring));
    json_number(json, "records", (long)ring->total);
    json_number(json, "lost", (long)ring->lost);
    json_begin(json, "functions", '[');
    for (size_t i = 0; i < count; i++) {
        json_begin(json, NULL, '{');
        json_string(json, "name", functions[i].name);
        json_number(json, "calls", (long)functions[i].calls);
        json_end(json, '}');
    }
    json_end(json, ']');
    json_begin(json, "calls", '[');
    for (size_t i = 0; i < ring->count; i++) {
        const struct trace_call *call = &ring->calls[i];
        OWNED(memory) char *text = trace_ring_call_text(ring, call);
        OWNED(memory) char *time = memory_print("%.6f", call->time);

        json_begin(json, NULL, '{');
        json_number(json, "sequence", (long)call->sequence);
        json_number(json, "thread", call->thread);
        json_string(json, "time", time);
        json_string(json, "call", text);
        json_end(json, '}');
    }
    json_end(json, ']');
    json_end(json, '}');
    free(functions);
}

/* Writes an instant event for each call, because a trace lacks most returns. Threads are numbered
 * per file. */
static void write_chrome(const struct trace *trace)
{
    struct json json = {.to = stdout};

    json_begin(&json, NULL, '{');
    json_begin(&json, "traceEvents", '[');
    for (size_t r = 0; r < trace->count; r++) {
        const struct trace_ring *ring = &trace->rings[r];

        for (size_t i = 0; i < ring->count; i++) {
            const struct trace_call *call = &ring->calls[i];
            OWNED(memory) char *text = trace_ring_call_text(ring, call);

            json_begin(&json, NULL, '{');
            json_string(&json, "name", ring->names[call->function]);
            json_string(&json, "ph", "i");
            json_string(&json, "s", "t");
            json_number(&json, "ts", (long)(call->time * 1e6));
            json_number(&json, "pid", (long)ring->head.process);
            json_number(&json, "tid", call->thread);
            json_string(&json, "cat", ring->head.soname);
            json_begin(&json, "args", '{');
            json_string(&json, "call", text);
            json_string(&json, "host", ring->head.host);
            json_end(&json, '}');
            json_end(&json, '}');
        }
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

/* Prints new calls, including those in new files, until no process runs. */
static void follow(const struct request *request)
{
    struct followed *list = NULL;
    size_t count = 0;
    int running = 1;

    while (running) {
        struct trace trace = {0};

        running = 0;
        read_traces(&trace, request);
        for (size_t r = 0; r < trace.count; r++) {
            const struct trace_ring *ring = &trace.rings[r];
            struct followed *at = follow_file(&list, &count, ring->path);
            OWNED(memory) char *before = memory_print("%u ", ring->head.process);

            for (size_t i = 0; i < ring->count; i++)
                if (ring->calls[i].sequence > at->sequence)
                    show_call(ring, &ring->calls[i], before);
            at->sequence = ring->total;
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

static enum verb_exit show(const struct trace *trace, const struct request *request)
{
    struct trace_communicators all = trace_nccl_find(trace->rings, trace->count);
    size_t wrong = trace_nccl_show(&all, request->table->style);

    for (size_t i = 0; (!all.count || request->more) && i < trace->count; i++)
        show_ring(&trace->rings[i], request->more);
    trace_nccl_free(&all);
    return wrong ? VERB_FINDINGS : VERB_OK;
}

static enum verb_exit write_json(const struct trace *trace, struct json *json)
{
    struct trace_communicators all = trace_nccl_find(trace->rings, trace->count);

    json_answer(json, "trace");
    size_t wrong = trace_nccl_json(&all, json);
    json_begin(json, "processes", '[');
    for (size_t i = 0; i < trace->count; i++)
        write_ring(&trace->rings[i], json);
    json_end(json, ']');
    json_strings(json, "unread", &trace->unread);
    findings_json(NULL, NULL, json);
    trace_nccl_free(&all);
    return wrong ? VERB_FINDINGS : VERB_OK;
}

static enum verb_exit run(const struct request *request)
{
    struct trace trace = {0};
    enum verb_exit status = VERB_OK;

    if (request->count == 0)
        return verb_misuse("trace", "no folder or file", NULL, NULL);
    read_traces(&trace, request);
    for (size_t i = 0; i < trace.unread.count; i++)
        verb_unreadable("trace", NULL, trace.unread.list[i]);
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
"Prints the last collective of each NCCL communicator: which ranks have entered it, and which are\n"
"missing, differ, have ended or are stopped. Without communicators, or with -v, prints the last\n"
"calls of each process and thread. The program may still be running.\n"
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
