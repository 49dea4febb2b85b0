/* All-reduces by several processes: of 4 KiB, timed, or with a hang, run by hang-on-gpus.sh and
 * completions-on-gpus.sh; with checked sums, run by net-on-gpus.sh and plugins-on-gpus.sh. Linked
 * only with libc: it opens CUDA's driver and NCCL itself, so that it also runs on machines without
 * a compiler.
 *
 * usage: job-on-gpus gpus | RANKS WHAT [LIBNCCL [COMMUNICATORS]]
 * WHAT is a row of the table of modes; LIBNCCL is by default the libnccl.so.2 that the dynamic
 * linker finds. With fewer GPUs than ranks they share them, each as its own host. */
#include "../../libc.h"

#define MOST_RANKS 16
#define FLOATS 1024
#define MOST_FLOATS (1 << 22) /* of the checked sums */
#define FLOAT_TYPE 7
#define SUM 0
#define SECONDS 100 /* limit for everything a process does */
#define ROUNDS 7
#define NOT_READY 600
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

/* What a rank reduces, and with whom. */
struct job {
    void *cuda, *nccl, *comm, *stream;
    uint64_t buffer;
    int ranks, shared; /* shared: there are fewer GPUs */
    int communicators, (*pipes)[2];
    int (*all_reduce)(const void *, void *, size_t, int, int, void *, void *);
};

/* Makes a communicator with the id of the first rank. */
static void connect(struct job *job)
{
    struct id id;

    if (rank == 0) {
        CALL(job->nccl, "ncclGetUniqueId", &id);
        for (int other = 1; other < job->ranks; other++)
            if (write(job->pipes[other][1], &id, sizeof id) != sizeof id)
                exit(1);
    } else if (read(job->pipes[rank][0], &id, sizeof id) != sizeof id) {
        exit(1);
    }
    require(((int (*)(void **, int, struct id, int))look_up(job->nccl, "ncclCommInitRank"))(
                &job->comm, job->ranks, id, rank),
            "ncclCommInitRank");
}

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
static void measure(struct job *job)
{
    int times = job->shared ? 50 : 2000;
    double apart[ROUNDS], together[ROUNDS];

    reduce(job, times);
    for (int i = 0; i < ROUNDS; i++) {
        double start = clock_ms(CLOCK_MONOTONIC);
        for (int k = 0; k < times; k++)
            reduce(job, 1);
        apart[i] = (clock_ms(CLOCK_MONOTONIC) - start) / times * 1e3;
        start = clock_ms(CLOCK_MONOTONIC);
        reduce(job, times);
        together[i] = (clock_ms(CLOCK_MONOTONIC) - start) / times * 1e3;
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
static void hang(struct job *job)
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

static void finish(struct job *job)
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
static void block_last(struct job *job)
{
    work(job);
    if (is_last(job))
        block(job);
    enqueue(job, is_last(job) ? 3 : 1);
    stay("is ready");
}

/* All have started when the last rank's process stops. Only processes of different hosts need each
 * other's threads. */
static void stop_last(struct job *job)
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

static void launch_graph(struct job *job)
{
    capture(job);
    stay("is ready");
}

static void block_graph(struct job *job)
{
    void *ready = capture(job);

    if (is_last(job))
        block(job);
    CALL(job->cuda, "cuGraphLaunch", ready, job->stream);
    stay("is ready");
}

/* Makes one more call, then a second one, for which the last rank's stream is blocked. */
static void block_next(struct job *job)
{
    reduce(job, 1);
    if (is_last(job))
        block(job);
    enqueue(job, 1);
    stay("is ready");
}

/* After each of these two, NCCL's counts cannot be trusted. */
static void block_after_graph(struct job *job)
{
    void *ready = capture(job);

    reduce(job, 1);
    CALL(job->cuda, "cuGraphLaunch", ready, job->stream);
    synchronize(job);
    block_next(job);
}

static void block_after_self(struct job *job)
{
    char *buffer = (char *)(uintptr_t)job->buffer;

    reduce(job, 3);
    CALL(job->nccl, "ncclGroupStart");
    CALL(job->nccl, "ncclSend", buffer, (size_t)16, FLOAT_TYPE, rank, job->comm, job->stream);
    CALL(job->nccl, "ncclRecv", buffer + 1024, (size_t)16, FLOAT_TYPE, rank, job->comm,
         job->stream);
    CALL(job->nccl, "ncclGroupEnd");
    block_next(job);
}

/* The last rank does not enter, and both abort. */
static void abort_hang(struct job *job)
{
    reduce(job, 3);
    if (!is_last(job))
        enqueue(job, 1);
    sleep(1);
    CALL(job->nccl, "ncclCommAbort", job->comm);
    stay("is ready");
}

/* Waits for the stream, or until the communicator fails. */
static void await(const struct job *job)
{
    int (*query)(void *) = (int (*)(void *))look_up(job->cuda, "cuStreamQuery"), code, error;

    while ((code = query(job->stream)) == NOT_READY) {
        CALL(job->nccl, "ncclCommGetAsyncError", job->comm, &error);
        require(error, "the communicator");
        usleep(100);
    }
    require(code, "the stream");
}

/* Element i of a rank, chosen so that each sum over the ranks is different. */
static float element(int of, size_t i)
{
    return (float)((of + 1) * (int)(i % 1021));
}

/* All-reduces of several sizes, in one communicator after another. */
static void check_sums(struct job *job)
{
    static const size_t counts[] = {1, 1000, 1 << 16, MOST_FLOATS};
    float *host = malloc(MOST_FLOATS * sizeof *host),
          every = (float)(job->ranks * (job->ranks + 1) / 2);
    void *from, *to;

    CALL(job->cuda, "cuMemAlloc_v2", &from, MOST_FLOATS * sizeof *host);
    CALL(job->cuda, "cuMemAlloc_v2", &to, MOST_FLOATS * sizeof *host);
    for (int k = 1; k <= job->communicators; k++) {
        for (size_t n = 0; n < sizeof counts / sizeof *counts; n++) {
            for (size_t i = 0; i < counts[n]; i++)
                host[i] = element(rank, i);
            CALL(job->cuda, "cuMemcpyHtoD_v2", from, host, counts[n] * sizeof *host);
            require(job->all_reduce(from, to, counts[n], FLOAT_TYPE, SUM, job->comm, job->stream),
                    "ncclAllReduce");
            await(job);
            CALL(job->cuda, "cuMemcpyDtoH_v2", host, to, counts[n] * sizeof *host);
            for (size_t i = 0; i < counts[n]; i++)
                require(host[i] != element(0, i) * every, "an element of the sum");
        }
        if (rank == 0)
            printf("communicator %d of %d ranks: the sums are correct\n", k, job->ranks);
        fflush(stdout);
        if (k < job->communicators) {
            CALL(job->nccl, "ncclCommDestroy", job->comm);
            connect(job);
        }
    }
    free(host);
}

static const struct {
    const char *name;
    void (*run)(struct job *);
} modes[] = {{"time", measure},
             {"hang", hang},
             {"finish", finish},
             {"block", block_last},
             {"stop", stop_last},
             {"graph", launch_graph},
             {"block-graph", block_graph},
             {"block-after-graph", block_after_graph},
             {"block-after-self", block_after_self},
             {"abort", abort_hang},
             {"sums", check_sums}};
#define MODES (sizeof modes / sizeof *modes)

/* Opens CUDA's driver, makes a GPU current, and returns the number of GPUs. */
static int use_gpu(struct job *job)
{
    int gpus, device;
    void *context;

    job->cuda = dlopen("libcuda.so.1", RTLD_NOW);
    CALL(job->cuda, "cuInit", 0);
    CALL(job->cuda, "cuDeviceGetCount", &gpus);
    require(gpus == 0, "the search for a GPU");
    CALL(job->cuda, "cuDeviceGet", &device, rank % gpus);
    CALL(job->cuda, "cuDevicePrimaryCtxRetain", &context, device);
    CALL(job->cuda, "cuCtxSetCurrent", context);
    return gpus;
}

static void run(struct job job, const char *what, const char *library)
{
    char text[16];

    alarm(SECONDS);
    job.shared = use_gpu(&job) < job.ranks;
    snprintf(text, sizeof text, "%d", rank);
    setenv("RANK", text, 1);
    setenv("LOCAL_RANK", text, 1);
    if (job.shared)
        setenv("NCCL_HOSTID", text, 1);
    snprintf(text, sizeof text, "%d", job.ranks);
    setenv("WORLD_SIZE", text, 1);
    job.nccl = dlopen(library, RTLD_NOW);
    *(void **)&job.all_reduce = look_up(job.nccl, "ncclAllReduce");
    CALL(job.cuda, "cuMemAlloc_v2", &job.buffer, (size_t)FLOATS * sizeof(float));
    CALL(job.cuda, "cuStreamCreate", &job.stream, 1);
    connect(&job);
    for (size_t i = 0; i < MODES; i++)
        if (strcmp(what, modes[i].name) == 0)
            modes[i].run(&job);
    CALL(job.nccl, "ncclCommDestroy", job.comm);
}

int main(int count, char **words)
{
    int pipes[MOST_RANKS][2], status, failed = 0;
    struct job job = {.ranks = count > 2 ? atoi(words[1]) : 0, .pipes = pipes};
    pid_t children[MOST_RANKS];

    if (count == 2 && strcmp(words[1], "gpus") == 0)
        return printf("%d\n", use_gpu(&job)) < 0;
    if (job.ranks < 2 || job.ranks > MOST_RANKS) {
        fprintf(stderr, "usage: job-on-gpus gpus | RANKS WHAT [LIBNCCL [COMMUNICATORS]]\n");
        return 2;
    }
    job.communicators = count > 4 ? atoi(words[4]) : 1;
    for (int i = 0; i < job.ranks; i++)
        if (pipe(pipes[i]) != 0)
            return 1;
    for (int i = 0; i < job.ranks; i++) {
        children[i] = fork();
        if (children[i] == 0) { /* CUDA does not survive a fork, so the children do everything */
            rank = i;
            run(job, words[2], count > 3 ? words[3] : "libnccl.so.2");
            exit(0);
        }
    }
    while (wait(&status) > 0) { /* if one fails, the others end, too */
        for (int i = 0; status != 0 && !failed && i < job.ranks; i++)
            kill(children[i], SIGTERM);
        failed |= status != 0;
    }
    return failed;
}
