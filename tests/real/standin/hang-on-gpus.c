/* All-reduces of 4 KiB by several processes, timed, or with one that is left out; run by
 * hang-on-gpus.sh. Linked only with libc: it opens CUDA's driver, and the libnccl.so.2 that the
 * dynamic linker finds.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * usage: hang-on-gpus RANKS time|hang
 * With fewer GPUs than ranks they share them, each as its own host. */
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
    void *cuda, *comm, *stream;
    uint64_t buffer;
    int (*all_reduce)(const void *, void *, size_t, int, int, void *, void *);
};

static void reduce(const struct job *job, int times)
{
    void *buffer = (void *)(uintptr_t)job->buffer;

    for (int i = 0; i < times; i++)
        require(job->all_reduce(buffer, buffer, FLOATS, FLOAT_TYPE, SUM, job->comm, job->stream),
                "ncclAllReduce");
    CALL(job->cuda, "cuStreamSynchronize", job->stream);
}

static int by_time(const void *a, const void *b)
{
    const double *c = a, *d = b;

    return *c < *d ? -1 : *c > *d;
}

/* Prints the time of an all-reduce: of those that wait for each other, and of those that follow. */
static void measure(const struct job *job, int shared)
{
    int times = shared ? 50 : 2000;
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

static void hang(const struct job *job, int ranks)
{
    reduce(job, SKIPPED);
    if (rank == ranks - 1) {
        printf("rank %d skips an all-reduce\n", rank);
        fflush(stdout);
        pause();
    }
    reduce(job, 1);
}

static void run(int ranks, const char *what, int (*pipes)[2])
{
    struct job job = {.cuda = dlopen("libcuda.so.1", RTLD_NOW)};
    int gpus, device, shared;
    char text[16];
    void *context, *nccl;
    struct id id;

    alarm(SECONDS);
    CALL(job.cuda, "cuInit", 0);
    CALL(job.cuda, "cuDeviceGetCount", &gpus);
    shared = gpus < ranks;
    CALL(job.cuda, "cuDeviceGet", &device, rank % gpus);
    CALL(job.cuda, "cuDevicePrimaryCtxRetain", &context, device);
    CALL(job.cuda, "cuCtxSetCurrent", context);
    snprintf(text, sizeof text, "%d", rank);
    setenv("RANK", text, 1);
    setenv("LOCAL_RANK", text, 1);
    if (shared)
        setenv("NCCL_HOSTID", text, 1);
    snprintf(text, sizeof text, "%d", ranks);
    setenv("WORLD_SIZE", text, 1);
    nccl = dlopen("libnccl.so.2", RTLD_NOW);
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
    CALL(job.cuda, "cuStreamCreate", &job.stream, 0);
    require(((int (*)(void **, int, struct id, int))look_up(nccl, "ncclCommInitRank"))(
                &job.comm, ranks, id, rank),
            "ncclCommInitRank");
    if (strcmp(what, "hang") == 0)
        hang(&job, ranks);
    else
        measure(&job, shared);
    CALL(nccl, "ncclCommDestroy", job.comm);
}

int main(int count, char **words)
{
    int ranks = count == 3 ? atoi(words[1]) : 0, pipes[MOST_RANKS][2], status, failed = 0;

    if (ranks < 2 || ranks > MOST_RANKS) {
        fprintf(stderr, "usage: hang-on-gpus RANKS time|hang\n");
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
