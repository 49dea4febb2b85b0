/* lazynccl trace: prints the last calls that tracing stand-ins recorded, or collects them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/command/options.h"
#include "common/command/verb.h"
#include "common/findings/show.h"
#include "common/text/memory.h"
#include "common/text/safe.h"
#include "standin/template/identity.h"
#include "tool/trace/calls.h"
#include "tool/trace/faults.h"
#include "tool/trace/jobs.h"
#include "tool/trace/node.h"
#include "tool/trace/sources.h"
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { UNKNOWN_FOR = 300 }; /* seconds; see may_run() */

/* Reads the calls of ring number `number`, and drops the calls of the ring before it to save
 * memory. Returns the ring, or NULL if it cannot be read. */
static struct trace_ring *read_calls(struct sources *trace, size_t number)
{
    struct trace_ring *ring = &trace->rings[number];
    const char *why = trace_ring_read(ring, 0, UINT64_MAX);

    if (number > 0)
        trace_ring_drop(ring - 1);
    if (why)
        sources_refuse(trace, ring->path, why);
    return why ? NULL : ring;
}

/* Adds the communicators of one process. Returns 0, or -1 if they cannot be read. */
static int add_communicators(struct sources *trace, struct trace_ring *ring,
                             struct communicators *all)
{
    const char *why = NULL;

    if (ring->kind == TRACE_COLLECTED)
        why = node_read(all, ring);
    else if (ring->kind == TRACE_RING && !(why = communicators_read(ring)))
        communicators_add(all, ring);
    trace_ring_drop(ring);
    if (why)
        sources_refuse(trace, ring->path, why);
    return why ? -1 : 0;
}

/* The results for one job. */
struct answer {
    struct communicators all;
    struct jobs jobs;
    struct strings lines; /* about ranks without records, and other jobs */
};

/* Reads the communicators of all processes, and keeps those of one job. */
static struct answer find_answer(struct sources *trace, const char *job)
{
    struct answer answer = {0};

    for (size_t i = 0; i < trace->count; i++)
        add_communicators(trace, &trace->rings[i], &answer.all);
    answer.jobs = jobs_choose(trace->rings, trace->count, &answer.all, job);
    answer.lines = jobs_add_absent(&answer.jobs, trace->rings, trace->count, &answer.all);
    if (answer.jobs.names.count) {
        OWNED(memory) char *others = jobs_others_text(&answer.jobs);

        strings_print(&answer.lines, "%s", others);
    }
    communicators_align(&answer.all);
    return answer;
}

static void free_answer(struct answer *answer)
{
    communicators_free(&answer->all);
    jobs_free(&answer->jobs);
    strings_free(&answer->lines);
}

static void write_chrome(struct sources *trace)
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

/* How many calls of a process have been printed. */
struct followed {
    struct lazynccl_identity who;
    char soname[128];
    uint64_t sequence;
    double last; /* the time of its last call */
};

/* Returns the entry of a ring's process and library, which is added if there is none. */
static struct followed *follow_ring(struct followed **list, size_t *count,
                                    const struct trace_ring *ring)
{
    for (size_t i = 0; i < *count; i++)
        if (trace_ring_compare(&(*list)[i].who, &ring->who) == 0 &&
            strcmp((*list)[i].soname, ring->soname) == 0)
            return &(*list)[i];
    struct followed *new = MEMORY_ADD(*list, *count);
    *new = (struct followed){.who = ring->who};
    strcpy(new->soname, ring->soname);
    return new;
}

/* Prints the calls since the last one that was printed. */
static void show_new(struct trace_ring *ring, struct followed *at)
{
    OWNED(memory) char *before = memory_print("%u ", ring->who.process);

    if (trace_ring_read(ring, at->sequence, UINT64_MAX))
        return; /* follow() soon tries again */
    for (size_t i = 0; i < ring->count; i++)
        if (ring->calls[i].sequence > at->sequence)
            calls_show_one(ring, &ring->calls[i], before);
    if (ring->count)
        at->last = ring->calls[ring->count - 1].time;
    at->sequence = ring->total;
    trace_ring_drop(ring);
}

/* Prints how far a process of another node is, according to that node's file. */
static void show_total(const struct trace_ring *ring, struct followed *at)
{
    if (ring->total != at->sequence)
        safe_line("%s %u: %s, %llu record%s", ring->who.host, ring->who.process,
                  trace_ring_state_text(ring), (unsigned long long)ring->total,
                  ring->total == 1 ? "" : "s");
    at->sequence = ring->total;
}

/* Returns 1 if the process may still run: on another node, for 300 s after its last sign. */
static int may_run(const struct trace_ring *ring, double last_call)
{
    double sign = (double)ring->who.loaded / 1e9;

    sign = ring->now > sign ? ring->now : sign;
    sign = last_call > sign ? last_call : sign;
    if (ring->kind == TRACE_COLLECTED && ring->state == TRACE_ENDED)
        return 0;
    if (ring->kind == TRACE_COLLECTED || ring->state == TRACE_ELSEWHERE)
        return (double)time(NULL) - sign < UNKNOWN_FOR;
    return ring->state != TRACE_ENDED;
}

/* Prints new calls, including those of new processes, until no process runs. */
static void follow(const struct request *request)
{
    struct followed *list = NULL;
    size_t count = 0;
    int running = 1;

    while (running) {
        struct sources trace = {.is_quiet = 1};

        running = 0;
        sources_open(&trace, request->words, request->count);
        for (size_t i = 0; i < trace.count; i++) {
            struct trace_ring *ring = &trace.rings[i];
            struct followed *at = follow_ring(&list, &count, ring);

            if (ring->kind == TRACE_RING)
                show_new(ring, at);
            else if (ring->kind == TRACE_COLLECTED)
                show_total(ring, at);
            running |= may_run(ring, at->last);
        }
        sources_free(&trace);
        if (fflush(stdout) != 0)
            break;
        if (running)
            usleep(200000);
    }
    free(list);
}

/* A library's file, and how many processes opened it. */
struct file {
    const char *soname, *path;
    size_t processes;
};

static void count_process(struct file **list, size_t *count, const struct trace_ring *ring)
{
    struct file *file = *list, *end = file ? file + *count : NULL;

    while (file < end &&
           (strcmp(file->soname, ring->soname) != 0 || strcmp(file->path, ring->opened) != 0))
        file++;
    if (file == end) {
        file = MEMORY_ADD(*list, *count);
        *file = (struct file){.soname = ring->soname, .path = ring->opened};
    }
    file->processes++;
}

/* Prints a line for each library file that the chosen job opened, for answers without processes. */
static void show_opened(const struct jobs *jobs, const struct trace_ring *rings, size_t count)
{
    struct file *list = NULL;
    size_t files = 0;

    for (size_t i = 0; i < count; i++)
        if (jobs->job_of[i] == jobs->chosen && rings[i].opened)
            count_process(&list, &files, &rings[i]);
    for (size_t i = 0; i < files; i++) {
        const char *plural = list[i].processes == 1 ? "" : "es";

        if (*list[i].path)
            safe_line("opened %s from %s in %zu process%s", list[i].soname, list[i].path,
                      list[i].processes, plural);
        else
            safe_line("opened no %s, which %zu process%s called", list[i].soname, list[i].processes,
                      plural);
    }
    free(list);
}

static enum verb_exit show(struct sources *trace, const struct request *request)
{
    struct answer answer = find_answer(trace, request->job);
    size_t wrong = faults_show(&answer.all, request->table->style);

    for (size_t i = 0; i < answer.lines.count; i++)
        style_line(request->table->style, "%s", answer.lines.list[i]);
    if (answer.all.count && !request->more)
        show_opened(&answer.jobs, trace->rings, trace->count);
    for (size_t i = 0; (!answer.all.count || request->more) && i < trace->count; i++) {
        const struct trace_ring *ring =
            answer.jobs.job_of[i] == answer.jobs.chosen ? read_calls(trace, i) : NULL;

        if (ring)
            calls_show(ring, request->more);
    }
    free_answer(&answer);
    return wrong ? VERB_FINDINGS : VERB_OK;
}

static enum verb_exit write_json(struct sources *trace, const struct request *request)
{
    struct json *json = request->table->json;
    struct answer answer = find_answer(trace, request->job);

    json_answer(json, "trace");
    size_t wrong = faults_json(&answer.all, json);
    json_begin(json, "processes", '[');
    for (size_t i = 0; i < trace->count; i++) {
        const struct trace_ring *ring = &trace->rings[i];

        if (answer.jobs.job_of[i] == answer.jobs.chosen)
            ring = request->more ? read_calls(trace, i) : ring;
        else
            ring = NULL;
        if (ring)
            calls_json(ring, request->more, json);
    }
    json_end(json, ']');
    json_strings(json, "notes", &answer.lines);
    json_strings(json, "unread", &trace->unread);
    findings_json(NULL, NULL, json);
    free_answer(&answer);
    return wrong ? VERB_FINDINGS : VERB_OK;
}

/* Returns the path of the file in a folder that belongs to this node and container, to be freed. */
static char *file_of_node(const char *folder)
{
    char host[64] = "node";

    gethostname(host, sizeof host - 1);
    for (char *at = host; *at; at++)
        if (*at == '/')
            *at = '-';
    return memory_print("%s/%s-%llx.node", folder, host,
                        (unsigned long long)lazynccl_identity_namespace());
}

/* Returns 1 if a process runs or ran on this node. */
static int belongs_here(const struct trace_ring *ring, const char *file)
{
    if (ring->kind == TRACE_COLLECTED)
        return strcmp(ring->path, file) == 0;
    return ring->kind == TRACE_RING ? strncmp(ring->path, "/dev/shm/", 9) == 0
                                    : trace_ring_is_here(&ring->who);
}

/* Adds a process to the file of the node. Returns 0, or -1 if the process cannot be read. */
static int add_process(struct sources *sources, struct node_file *file, struct trace_ring *ring)
{
    struct communicators one = {0};
    int status = add_communicators(sources, ring, &one);

    if (ring->kind != TRACE_COLLECTED)
        ring->now = (double)time(NULL);
    if (status == 0)
        node_add(file, ring, &one);
    communicators_free(&one);
    return status;
}

/* Removes the ring and the page of a process that has ended: the node's file has their contents. */
static void remove_ended(const struct trace_ring *ring)
{
    if (ring->state != TRACE_ENDED)
        return;
    if (ring->kind != TRACE_COLLECTED)
        unlink(ring->path);
    if (ring->page)
        unlink(ring->page);
}

/* Writes the node's file in a folder. Returns 0, or -1 if something was not read or written. */
static int collect(const char *folder)
{
    OWNED(memory) char *path = file_of_node(folder);
    char *folders[] = {(char *)(uintptr_t)folder};
    struct sources sources = {0};
    struct node_file file = {0};
    char *is_written;
    const char *why;
    struct stat facts = {0};

    sources_open(&sources, folders, 1);
    is_written = memory_get(sources.count + 1, 1);
    for (size_t i = 0; i < sources.count; i++)
        is_written[i] = belongs_here(&sources.rings[i], path) &&
                        add_process(&sources, &file, &sources.rings[i]) == 0;
    why = node_write(&file, path);
    if (why)
        sources_refuse(&sources, path, why);
    for (size_t i = 0; i < sources.count && !why; i++)
        if (is_written[i])
            remove_ended(&sources.rings[i]);
    if (!why && stat(path, &facts) == 0)
        safe_line("%s: %llu processes, %lld bytes", path, (unsigned long long)file.count,
                  (long long)facts.st_size);
    int status = sources.unread.count ? -1 : 0;
    free(is_written);
    sources_free(&sources);
    return status;
}

/* Writes DIR/HOST-NAMESPACE.node of each folder, and removes the rings and pages of processes that
 * have ended. The file keeps its records of earlier rings. */
static enum verb_exit collect_node(char **folders, int count)
{
    enum verb_exit status = VERB_OK;

    for (int i = 0; i < count; i++) {
        struct stat facts;

        if (stat(folders[i], &facts) != 0 || !S_ISDIR(facts.st_mode))
            status = verb_unreadable("trace", folders[i], "not a folder");
        else if (collect(folders[i]) != 0)
            status = VERB_UNREADABLE;
    }
    return status;
}

static enum verb_exit run(const struct request *request)
{
    struct sources trace = {0};
    enum verb_exit status = VERB_OK;

    if (request->count == 0)
        return verb_misuse("trace", "no folder or file", NULL, NULL);
    if (request->node)
        return collect_node(request->words, request->count);
    sources_open(&trace, request->words, request->count);
    if (!trace.count && !trace.unread.count) {
        status = verb_unreadable("trace", request->words[0],
                                 "has no traces: no process has loaded a traced library yet");
    } else if (request->follow) {
        follow(request);
    } else if (request->chrome) {
        write_chrome(&trace);
    } else if (request->table->json) {
        status = write_json(&trace, request);
    } else {
        status = show(&trace, request);
    }
    if (trace.unread.count)
        status = VERB_UNREADABLE;
    sources_free(&trace);
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
"rank that has entered a collective may still wait for the GPU: run --completions records that too.\n"
"Times of different hosts are as comparable as their clocks.\n"
"\n"
"The calls of a process are in memory of its node. lazynccl trace --node DIR, run once on each node,\n"
"writes what is known there to one file in DIR, and removes the calls of processes that have ended.\n",
    .examples =
"  lazynccl trace calls\n"
"      which rank of this hanging job is missing?\n"
"  lazynccl trace --node calls\n"
"      on each node of a job: collect its calls for lazynccl trace calls\n"
"  lazynccl trace --chrome calls > calls.json\n"
"      all calls, for https://ui.perfetto.dev\n",
    // clang-format on
    .takes = TAKES_STYLE " --node --job --follow --chrome",
    .more = "also print the calls of each process, all that are kept",
    .status = "0 no rank is missing, differs or has a GPU that lags, 1 one does, 2 unreadable "
              "input, 3 usage error.",
};
