/* An all-reduce of 4 MiB over the GPUs of a machine or a cluster, checked and timed.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 *   all-reduce threads N        N threads of one process, each with a GPU
 *   all-reduce processes N      N processes that this program starts
 *   mpirun -n N all-reduce launched FILE
 *                               N processes that a launcher starts (mpirun, srun, torchrun), which
 *                               exchange NCCL's id through a file that all of them can read
 *
 * Plain NCCL: link it with -lnccl or with -llazynccl. */
#define _GNU_SOURCE
#include <cuda_runtime_api.h>
#include <nccl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define COUNT (1 << 20) /* of float: 4 MiB */
#define WARM_UP 50
#define ROUNDS 1000

struct rank {
    int rank, ranks; /* the number of this rank, and how many ranks there are */
    ncclUniqueId id;
    int failed; /* whether the result was wrong */
};

#define CUDA(call) do_cuda(call, #call)
#define NCCL(call) do_nccl(call, #call)

static void do_cuda(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "all-reduce: %s: %s\n", what, cudaGetErrorString(error));
    exit(1);
}

static void do_nccl(ncclResult_t result, const char *what)
{
    if (result == ncclSuccess)
        return;
    fprintf(stderr, "all-reduce: %s: %s\n", what, ncclGetErrorString(result));
    exit(1);
}

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Each element has a different sum over the ranks, so that a misplaced one is detected. */
static int wrong(const float *values, int ranks)
{
    for (int i = 0; i < COUNT; i++)
        if (values[i] != (float)(ranks * (ranks + 1) / 2) * (float)(i % 1024))
            return 1;
    return 0;
}

static void *run(void *context)
{
    struct rank *self = context;
    float *host = malloc(COUNT * sizeof *host), *from, *to;
    int devices, version;
    cudaStream_t stream;
    ncclComm_t comm;

    CUDA(cudaGetDeviceCount(&devices));
    CUDA(cudaSetDevice(self->rank % devices));
    CUDA(cudaMalloc((void **)&from, COUNT * sizeof *from));
    CUDA(cudaMalloc((void **)&to, COUNT * sizeof *to));
    CUDA(cudaStreamCreate(&stream));
    NCCL(ncclCommInitRank(&comm, self->ranks, self->id, self->rank));
    for (int i = 0; i < COUNT; i++)
        host[i] = (float)(self->rank + 1) * (float)(i % 1024);
    CUDA(cudaMemcpy(from, host, COUNT * sizeof *from, cudaMemcpyHostToDevice));

    for (int i = 0; i < WARM_UP; i++)
        NCCL(ncclAllReduce(from, to, COUNT, ncclFloat, ncclSum, comm, stream));
    CUDA(cudaStreamSynchronize(stream));
    double start = seconds();
    for (int i = 0; i < ROUNDS; i++)
        NCCL(ncclAllReduce(from, to, COUNT, ncclFloat, ncclSum, comm, stream));
    CUDA(cudaStreamSynchronize(stream));
    double mean = (seconds() - start) / ROUNDS;

    CUDA(cudaMemcpy(host, to, COUNT * sizeof *to, cudaMemcpyDeviceToHost));
    self->failed = wrong(host, self->ranks);
    NCCL(ncclGetVersion(&version));
    if (self->rank == 0)
        printf("%d ranks, 4 MiB, NCCL %d: %s, %.1f us each\n", self->ranks, version,
               self->failed ? "WRONG" : "checked", mean * 1e6);
    NCCL(ncclCommDestroy(comm));
    free(host);
    return NULL;
}

static int in_threads(int ranks)
{
    struct rank *all = calloc((size_t)ranks, sizeof *all);
    pthread_t *threads = calloc((size_t)ranks, sizeof *threads);
    int failed = 0;

    NCCL(ncclGetUniqueId(&all[0].id));
    for (int i = 0; i < ranks; i++) {
        all[i] = (struct rank){i, ranks, all[0].id, 0};
        pthread_create(&threads[i], NULL, run, &all[i]);
    }
    for (int i = 0; i < ranks; i++) {
        pthread_join(threads[i], NULL);
        failed |= all[i].failed;
    }
    free(threads);
    free(all);
    return failed;
}

/* CUDA does not survive a fork, so only the children call it. Rank 0 sends its id through pipes. */
static int in_processes(int ranks)
{
    int failed = 0, status, (*pipes)[2] = calloc((size_t)ranks, sizeof *pipes);

    for (int i = 0; i < ranks; i++)
        if (pipe(pipes[i]) != 0)
            return 1;
    for (int i = 0; i < ranks; i++)
        if (fork() == 0) {
            struct rank self = {.rank = i, .ranks = ranks};

            if (i == 0)
                NCCL(ncclGetUniqueId(&self.id));
            for (int to = 1; i == 0 && to < ranks; to++)
                if (write(pipes[to][1], &self.id, sizeof self.id) != sizeof self.id)
                    exit(1);
            if (i != 0 && read(pipes[i][0], &self.id, sizeof self.id) != sizeof self.id)
                exit(1);
            run(&self);
            exit(self.failed);
        }
    while (wait(&status) > 0)
        failed |= status != 0;
    free(pipes);
    return failed;
}

/* Returns the first variable that is set. Each launcher sets another one. */
static int launcher_says(const char *const *names)
{
    for (; *names; names++)
        if (getenv(*names))
            return atoi(getenv(*names));
    fprintf(stderr, "all-reduce: no launcher's variables here: start it with mpirun or srun\n");
    exit(1);
}

static int launched(const char *path)
{
    static const char *const ranks[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID", "RANK",
                                        NULL};
    static const char *const sizes[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_NTASKS",
                                        "WORLD_SIZE", NULL};
    struct rank self = {.rank = launcher_says(ranks), .ranks = launcher_says(sizes)};
    char partial[4096];
    FILE *file = NULL;

    if (self.rank == 0) {
        snprintf(partial, sizeof partial, "%s.partial", path);
        NCCL(ncclGetUniqueId(&self.id));
        file = fopen(partial, "w");
        if (!file || fwrite(&self.id, sizeof self.id, 1, file) != 1 || fclose(file) != 0 ||
            rename(partial, path) != 0)
            return 1;
    } else {
        for (int tries = 0; tries < 600 && !(file = fopen(path, "r")); tries++)
            usleep(100000);
        if (!file || fread(&self.id, sizeof self.id, 1, file) != 1)
            return 1;
        fclose(file);
    }
    run(&self);
    return self.failed;
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "threads") == 0)
        return in_threads(atoi(argv[2]));
    if (argc == 3 && strcmp(argv[1], "processes") == 0)
        return in_processes(atoi(argv[2]));
    if (argc == 3 && strcmp(argv[1], "launched") == 0)
        return launched(argv[2]);
    fprintf(stderr, "usage: all-reduce threads N | processes N | launched FILE\n");
    return 2;
}
