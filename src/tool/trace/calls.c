/* Prints the calls of a trace.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/trace/calls.h"
#include "common/text/json.h"
#include "common/text/memory.h"
#include "common/text/safe.h"
#include "tool/trace/gpu.h"
#include <time.h>

enum { SHOWN = 5 }; /* the last calls of each thread are shown without -v */

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

void calls_show_one(const struct trace_ring *ring, const struct trace_call *call,
                    const char *before)
{
    OWNED(memory) char *text = trace_ring_call_text(ring, call);
    const char *stage = trace_stage_text(call->progress.stage);
    char time[40];

    print_time(call->time, time);
    safe_line("%s%s %s%s%s", before, time, text, stage ? ": " : "", stage ? stage : "");
}

static void show_thread(const struct trace_ring *ring, int thread, size_t most)
{
    size_t left = 0;

    for (size_t i = 0; i < ring->count; i++)
        left += ring->calls[i].thread == thread;
    safe_line("  thread %d: %zu record%s", thread, left, left == 1 ? "" : "s");
    for (size_t i = 0; i < ring->count; i++)
        if (ring->calls[i].thread == thread && left-- <= most)
            calls_show_one(ring, &ring->calls[i], "    ");
}

struct counted {
    const char *name;
    size_t calls;
};

static int by_calls(const void *a, const void *b)
{
    const struct counted *c = a, *d = b;

    return c->calls != d->calls ? TRACE_ORDER(d->calls, c->calls) : strcmp(c->name, d->name);
}

/* Lists the called functions, most frequent first. Returns their number. */
static size_t count_functions(const struct trace_ring *ring, struct counted **list)
{
    size_t count = 0;

    *list = memory_get(ring->head.functions + 1, sizeof **list);
    for (uint32_t i = 0; i < ring->head.functions; i++)
        (*list)[i].name = ring->names[i];
    for (size_t i = 0; i < ring->count; i++)
        (*list)[ring->calls[i].function].calls += !ring->calls[i].is_return;
    qsort(*list, ring->head.functions, sizeof **list, by_calls);
    while (count < ring->head.functions && (*list)[count].calls)
        count++;
    return count;
}

/* Shows a process, and how many calls and returns it has recorded. */
static void show_process(const struct trace_ring *ring)
{
    const char *what = "has not called a traced library";
    int is_ring = ring->kind == TRACE_RING;

    if (ring->who.is_unrecorded)
        what = "its calls are not recorded";
    else if (ring->kind == TRACE_PAGE && ring->state == TRACE_ELSEWHERE)
        what = "its records are not here";
    if (is_ring || *ring->soname)
        safe_line("process %u, %s, on %s, %s%s: %s, %llu record%s%s", ring->who.process,
                  ring->who.command, ring->who.host, trace_ring_state_text(ring),
                  is_ring ? "" : " when it was collected", ring->soname,
                  (unsigned long long)ring->total, ring->total == 1 ? "" : "s",
                  is_ring && ring->lost ? ", the last of them kept" : "");
    else
        safe_line("process %u, %s, on %s, %s: %s", ring->who.process, ring->who.command,
                  ring->who.host, trace_ring_state_text(ring), what);
    if (ring->opened)
        safe_line("  opened %s", *ring->opened ? ring->opened : "no file");
}

void calls_show(const struct trace_ring *ring, int more)
{
    show_process(ring);
    if (ring->kind != TRACE_RING)
        return;
    struct counted *functions;
    size_t count = count_functions(ring, &functions);
    double span = ring->count ? ring->calls[ring->count - 1].time - ring->calls[0].time : 0;

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

/* Without `more`, writes empty arrays, in which programs find no calls. */
static void write_calls(const struct trace_ring *ring, int more, struct json *json)
{
    struct counted *functions;
    size_t count = count_functions(ring, &functions);

    json_begin(json, "functions", '[');
    for (size_t i = 0; more && i < count; i++)
        json_row(json, NULL, JSON_TEXT("name", functions[i].name),
                 JSON_NUMBER("calls", (long)functions[i].calls));
    json_end(json, ']');
    json_begin(json, "calls", '[');
    for (size_t i = 0; more && i < ring->count; i++) {
        const struct trace_call *call = &ring->calls[i];
        OWNED(memory) char *text = trace_ring_call_text(ring, call);
        OWNED(memory) char *time = memory_print("%.6f", call->time);

        json_row(json, NULL, JSON_NUMBER("sequence", (long)call->sequence),
                 JSON_NUMBER("thread", call->thread), JSON_TEXT("time", time),
                 JSON_TEXT("call", text), JSON_TEXT("gpu", trace_stage_text(call->progress.stage)));
    }
    json_end(json, ']');
    free(functions);
}

void calls_json(const struct trace_ring *ring, int more, struct json *json)
{
    json_begin(json, NULL, '{');
    json_string(json, "file", ring->path);
    json_string(json, "host", ring->who.host);
    json_number(json, "process", (long)ring->who.process);
    json_string(json, "command", ring->who.command);
    json_string(json, "job", *ring->who.job ? ring->who.job : NULL);
    json_number(json, "rank", ring->who.rank);
    json_number(json, "local_rank", ring->who.local_rank);
    json_string(json, "library", *ring->soname ? ring->soname : NULL);
    json_string(json, "opened", ring->opened && *ring->opened ? ring->opened : NULL);
    json_string(json, "state", trace_ring_state_text(ring));
    json_number(json, "records", (long)ring->total);
    json_number(json, "lost", (long)ring->lost);
    json_string(json, "completions", gpu_recorder_text(ring));
    write_calls(ring, more, json);
    json_end(json, '}');
}

void calls_chrome(const struct trace_ring *ring, struct json *json)
{
    for (size_t i = 0; i < ring->count; i++) {
        const struct trace_call *call = &ring->calls[i];
        OWNED(memory) char *text = trace_ring_call_text(ring, call);

        json_begin(json, NULL, '{');
        json_string(json, "name", ring->names[call->function]);
        json_string(json, "ph", "i");
        json_string(json, "s", "t");
        json_number(json, "ts", (long)(call->time * 1e6));
        json_number(json, "pid", (long)ring->who.process);
        json_number(json, "tid", call->thread);
        json_string(json, "cat", ring->soname);
        json_row(json, "args", JSON_TEXT("call", text), JSON_TEXT("host", ring->who.host));
        json_end(json, '}');
    }
}
