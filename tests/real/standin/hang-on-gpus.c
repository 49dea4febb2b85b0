/* All-reduces of 4 KiB by several processes, timed, or with a hang; run by hang-on-gpus.sh and
 * completions-on-gpus.sh. Linked only with libc: it opens CUDA's driver, and the libnccl.so.2 that the
 * dynamic linker finds.
 *
 * usage: hang-on-gpus RANKS WHAT
 * WHAT is a row of the table of modes. With fewer GPUs than ranks they share them, each as its own
 * host. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MOST_RANKS 16
#define FLOATS 1024
#define FLOAT_TYPE 7
#define SUM 0
#define SECONDS 100 /* limit for everything a process does */
#define ROUNDS 7
#define SKIPPED 60 /* the all-reduce that the last rank leaves out */
#define LARGE ((size_t)2 << 30)

struct id {
    char bytes[128];
};

static int rank;

static void *look_up(void *library, const char *symbol)
{
    void *found = library ? dlsym(library, symbol) : NULL;

    if (!found) {
        printf("rank %d: %s\n", rank, dlerror());
        exit(1);
    }
    return found;
}

/* Calls a function of a library by its name, with integers and pointers as arguments. */
#define CALL(library, symbol, ...)                                                                 \
    require(((int (*)())look_up(library, symbol))(__VA_ARGS__), symbol)

static void require(int code, const char *what)
{
    if (code != 0) {
        printf("rank %d: %s returned %d\n", rank, what, code);
        exit(1);
    }
}

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* What a rank reduces, and with whom. */
struct job {
    void *cuda, *nccl, *comm, *stream;
    uint64_t buffer;
    int ranks, shared; /* shared: there are fewer GPUs */
    int (*all_reduce)(const void *, void *, size_t, int, int, void *, void *);
};

static void synchronize(const struct job *job)
{
    CALL(job->cuda, "cuStreamSynchronize", job->stream);
}

static void enqueue(const struct job *job, int times)
{
    void *buffer = (void *)(uintptr_t)job->buffer;

    for (int i = 0; i < times; i++)
        require(job->all_reduce(buffer, buffer, FLOATS, FLOAT_TYPE, SUM, job->comm, job->stream),
                "ncclAllReduce");
}

static void reduce(const struct job *job, int times)
{
    enqueue(job, times);
    synchronize(job);
}

/* Waits until it is killed. */
static void stay(const char *why)
{
    printf("rank %d %s\n", rank, why);
    fflush(stdout);
    for (;;)
        pause();
}

static int by_time(const void *a, const void *b)
{
    const double *c = a, *d = b;

    return *c < *d ? -1 : *c > *d;
}

/* Prints the time of an all-reduce: of those that wait for each other, and of those that follow. */
static void measure(const struct job *job)
{
    int times = job->shared ? 50 : 2000;
    double apart[ROUNDS], together[ROUNDS];

    reduce(job, times);
    for (int i = 0; i < ROUNDS; i++) {
        double start = now();
        for (int k = 0; k < times; k++)
            reduce(job, 1);
        apart[i] = (now() - start) / times * 1e6;
        start = now();
        reduce(job, times);
        together[i] = (now() - start) / times * 1e6;
    }
    qsort(apart, ROUNDS, sizeof *apart, by_time);
    qsort(together, ROUNDS, sizeof *together, by_time);
    if (rank == 0)
        printf("4 KiB: one at a time %.2f us (median %.2f), queued %.2f us (median %.2f)\n",
               apart[0], apart[ROUNDS / 2], together[0], together[ROUNDS / 2]);
}

static int is_last(const struct job *job)
{
    return rank == job->ranks - 1;
}

/* The last rank does not enter. */
static void hang(const struct job *job)
{
    reduce(job, SKIPPED);
    if (is_last(job))
        stay("skips an all-reduce");
    reduce(job, 1);
}

/* Each kind of collective, alone and in groups. */
static void work(const struct job *job)
{
    char *buffer = (char *)(uintptr_t)job->buffer;
    size_t few = 16;

    reduce(job, 3);
    CALL(job->nccl, "ncclBroadcast", buffer, buffer, few, FLOAT_TYPE, 0, job->comm, job->stream);
    CALL(job->nccl, "ncclReduce", buffer, buffer, few, FLOAT_TYPE, SUM, 1, job->comm, job->stream);
    CALL(job->nccl, "ncclAllGather", buffer, buffer + 1024, few, FLOAT_TYPE, job->comm,
         job->stream);
    CALL(job->nccl, "ncclReduceScatter", buffer, buffer + 1024, few, FLOAT_TYPE, SUM, job->comm,
         job->stream);
    CALL(job->nccl, "ncclGroupStart");
    CALL(job->nccl, "ncclAllReduce", buffer, buffer, few, FLOAT_TYPE, SUM, job->comm, job->stream);
    enqueue(job, 2);
    CALL(job->nccl, "ncclBroadcast", buffer, buffer, few, FLOAT_TYPE, 1, job->comm, job->stream);
    CALL(job->nccl, "ncclGroupEnd");
    CALL(job->nccl, "ncclGroupStart");
    CALL(job->nccl, "ncclSend", buffer, few, FLOAT_TYPE, (rank + 1) % job->ranks, job->comm,
         job->stream);
    CALL(job->nccl, "ncclRecv", buffer + 1024, few, FLOAT_TYPE,
         (rank + job->ranks - 1) % job->ranks, job->comm, job->stream);
    CALL(job->nccl, "ncclGroupEnd");
    reduce(job, 1);
}

static void finish(const struct job *job)
{
    work(job);
    stay("is ready");
}

static void spin(void *none)
{
    for (;;)
        usleep(1000);
}

/* Puts something into the stream that never ends. */
static void block(const struct job *job)
{
    CALL(job->cuda, "cuLaunchHostFunc", job->stream, spin, (void *)0);
}

/* All enter, and the last rank's stream is blocked: it also runs ahead. */
static void block_last(const struct job *job)
{
    work(job);
    if (is_last(job))
        block(job);
    enqueue(job, is_last(job) ? 3 : 1);
    stay("is ready");
}

/* All have started when the last rank's process stops. Only processes of different hosts need each
 * other's threads. */
static void stop_last(const struct job *job)
{
    void *large;

    CALL(job->cuda, "cuMemAlloc_v2", &large, LARGE);
    reduce(job, 3);
    CALL(job->nccl, "ncclAllReduce", large, large, LARGE / 16, FLOAT_TYPE, SUM, job->comm,
         job->stream);
    synchronize(job);
    CALL(job->nccl, "ncclAllReduce", large, large, LARGE / 4, FLOAT_TYPE, SUM, job->comm,
         job->stream);
    printf("rank %d is ready\n", rank);
    fflush(stdout);
    usleep(150000);
    if (is_last(job))
        raise(SIGSTOP);
    synchronize(job);
    printf("rank %d: the all-reduce was too fast\n", rank);
    stay("is not stopped");
}

/* Captures two all-reduces, and launches them three times. */
static void *capture(const struct job *job)
{
    void *graph, *ready;

    reduce(job, 3);
    CALL(job->cuda, "cuStreamBeginCapture_v2", job->stream, 2);
    enqueue(job, 2);
    CALL(job->cuda, "cuStreamEndCapture", job->stream, &graph);
    CALL(job->cuda, "cuGraphInstantiateWithFlags", &ready, graph, (unsigned long long)0);
    for (int i = 0; i < 3; i++) {
        CALL(job->cuda, "cuGraphLaunch", ready, job->stream);
        synchronize(job);
    }
    return ready;
}

static void launch_graph(const struct job *job)
{
    capture(job);
    stay("is ready");
}

static void block_graph(const struct job *job)
{
    void *ready = capture(job);

    if (is_last(job))
        block(job);
    CALL(job->cuda, "cuGraphLaunch", ready, job->stream);
    stay("is ready");
}

/* After each of these two NCCL's counts cannot be trusted; the last rank's stream is blocked. */
static void block_after_graph(const struct job *job)
{
    void *ready = capture(job);

    reduce(job, 1);
    CALL(job->cuda, "cuGraphLaunch", ready, job->stream);
    synchronize(job);
    reduce(job, 1);
    if (is_last(job))
        block(job);
    enqueue(job, 1);
    stay("is ready");
}

static void block_after_self(const struct job *job)
{
    char *buffer = (char *)(uintptr_t)job->buffer;

    reduce(job, 3);
    CALL(job->nccl, "ncclGroupStart");
    CALL(job->nccl, "ncclSend", buffer, (size_t)16, FLOAT_TYPE, rank, job->comm, job->stream);
    CALL(job->nccl, "ncclRecv", buffer + 1024, (size_t)16, FLOAT_TYPE, rank, job->comm,
         job->stream);
    CALL(job->nccl, "ncclGroupEnd");
    reduce(job, 1);
    if (is_last(job))
        block(job);
    enqueue(job, 1);
    stay("is ready");
}

/* The last rank does not enter, and both abort. */
static void abort_hang(const struct job *job)
{
    reduce(job, 3);
    if (!is_last(job))
        enqueue(job, 1);
    sleep(1);
    CALL(job->nccl, "ncclCommAbort", job->comm);
    stay("is ready");
}

static const struct {
    const char *name;
    void (*run)(const struct job *);
} modes[] = {{"time", measure},
             {"hang", hang},
             {"finish", finish},
             {"block", block_last},
             {"stop", stop_last},
             {"graph", launch_graph},
             {"block-graph", block_graph},
             {"block-after-graph", block_after_graph},
             {"block-after-self", block_after_self},
             {"abort", abort_hang}};
#define MODES (sizeof modes / sizeof *modes)

static void run(int ranks, const char *what, int (*pipes)[2])
{
    struct job job = {.cuda = dlopen("libcuda.so.1", RTLD_NOW), .ranks = ranks};
    int gpus, device;
    char text[16];
    void *context, *nccl;
    struct id id;

    alarm(SECONDS);
    CALL(job.cuda, "cuInit", 0);
    CALL(job.cuda, "cuDeviceGetCount", &gpus);
    job.shared = gpus < ranks;
    CALL(job.cuda, "cuDeviceGet", &device, rank % gpus);
    CALL(job.cuda, "cuDevicePrimaryCtxRetain", &context, device);
    CALL(job.cuda, "cuCtxSetCurrent", context);
    snprintf(text, sizeof text, "%d", rank);
    setenv("RANK", text, 1);
    setenv("LOCAL_RANK", text, 1);
    if (job.shared)
        setenv("NCCL_HOSTID", text, 1);
    snprintf(text, sizeof text, "%d", ranks);
    setenv("WORLD_SIZE", text, 1);
    job.nccl = nccl = dlopen("libnccl.so.2", RTLD_NOW);
    if (rank == 0) {
        CALL(nccl, "ncclGetUniqueId", &id);
        for (int other = 1; other < ranks; other++)
            if (write(pipes[other][1], &id, sizeof id) != sizeof id)
                exit(1);
    } else if (read(pipes[rank][0], &id, sizeof id) != sizeof id) {
        exit(1);
    }
    *(void **)&job.all_reduce = look_up(nccl, "ncclAllReduce");
    CALL(job.cuda, "cuMemAlloc_v2", &job.buffer, (size_t)FLOATS * sizeof(float));
    CALL(job.cuda, "cuStreamCreate", &job.stream, 1);
    require(((int (*)(void **, int, struct id, int))look_up(nccl, "ncclCommInitRank"))(
                &job.comm, ranks, id, rank),
            "ncclCommInitRank");
    for (size_t i = 0; i < MODES; i++)
        if (strcmp(what, modes[i].name) == 0)
            modes[i].run(&job);
    CALL(nccl, "ncclCommDestroy", job.comm);
}

int main(int count, char **words)
{
    int ranks = count == 3 ? atoi(words[1]) : 0, pipes[MOST_RANKS][2], status, failed = 0;

    if (ranks < 2 || ranks > MOST_RANKS) {
        fprintf(stderr, "usage: hang-on-gpus RANKS WHAT\n");
        return 2;
    }
    for (int i = 0; i < ranks; i++)
        if (pipe(pipes[i]) != 0)
            return 1;
    for (int i = 0; i < ranks; i++)
        if (fork() == 0) { /* CUDA does not survive a fork, so the children do everything */
            rank = i;
            run(ranks, words[2], pipes);
            exit(0);
        }
    while (wait(&status) > 0)
        failed |= status != 0;
    return failed;
}
