/* All-reduces with checked sums, in one communicator after another, with any libnccl.so.2; run by
 * net-on-gpus.sh. Linked only with libc: it opens CUDA and NCCL itself, so that it also runs on
 * machines without a compiler.
 *
 * usage: net-on-gpus gpus | LIBNCCL RANKS COMMUNICATORS
 * The ranks are processes; with fewer GPUs they share them, each as its own host. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MOST_RANKS 16
#define MOST_FLOATS (1 << 22)
#define SECONDS 90 /* limit for everything a process does */
#define NOT_READY 600
#define FLOAT_TYPE 7
#define SUM 0

struct id {
    char bytes[128];
};

/* The functions used of CUDA's driver and of NCCL, with their symbols. */
static struct {
    int (*init)(unsigned flags);
    int (*count)(int *count);
    int (*device)(int *device, int ordinal);
    int (*retain)(void **context, int device);
    int (*set)(void *context);
    int (*allocate)(uint64_t *pointer, size_t size);
    int (*to_device)(uint64_t to, const void *from, size_t size);
    int (*to_host)(void *to, uint64_t from, size_t size);
    int (*make_stream)(void **stream, unsigned flags);
    int (*query)(void *stream);
} cuda;

static struct {
    int (*version)(int *version);
    int (*unique_id)(struct id *id);
    int (*init)(void **comm, int ranks, struct id id, int rank);
    int (*all_reduce)(const void *from, void *to, size_t count, int type, int op, void *comm,
                      void *stream);
    int (*error)(void *comm, int *error);
    int (*destroy)(void *comm);
    const char *(*text)(int code);
} nccl;

static int rank;

static void fail(const char *format, ...)
{
    va_list arguments;

    printf("rank %d: ", rank);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
    fflush(stdout);
    _exit(1);
}

static void *look_up(void *library, const char *symbol)
{
    void *found = library ? dlsym(library, symbol) : NULL;

    if (!found)
        fail("%s", dlerror());
    return found;
}

#define TAKE(library, table, member, symbol) *(void **)&table.member = look_up(library, symbol)

static void open_cuda(void)
{
    void *library = dlopen("libcuda.so.1", RTLD_NOW);

    TAKE(library, cuda, init, "cuInit");
    TAKE(library, cuda, count, "cuDeviceGetCount");
    TAKE(library, cuda, device, "cuDeviceGet");
    TAKE(library, cuda, retain, "cuDevicePrimaryCtxRetain");
    TAKE(library, cuda, set, "cuCtxSetCurrent");
    TAKE(library, cuda, allocate, "cuMemAlloc_v2");
    TAKE(library, cuda, to_device, "cuMemcpyHtoD_v2");
    TAKE(library, cuda, to_host, "cuMemcpyDtoH_v2");
    TAKE(library, cuda, make_stream, "cuStreamCreate");
    TAKE(library, cuda, query, "cuStreamQuery");
}

static void open_nccl(const char *file)
{
    void *library = dlopen(file, RTLD_NOW);

    TAKE(library, nccl, version, "ncclGetVersion");
    TAKE(library, nccl, unique_id, "ncclGetUniqueId");
    TAKE(library, nccl, init, "ncclCommInitRank");
    TAKE(library, nccl, all_reduce, "ncclAllReduce");
    TAKE(library, nccl, error, "ncclCommGetAsyncError");
    TAKE(library, nccl, destroy, "ncclCommDestroy");
    TAKE(library, nccl, text, "ncclGetErrorString");
}

static void require(int code, const char *what)
{
    if (code != 0)
        fail("%s: %d (%s)", what, code, nccl.text ? nccl.text(code) : "CUDA");
}
#define REQUIRE(call) require(call, #call)

/* Returns the number of GPUs, and makes one of them current. */
static int use_gpu(void)
{
    int gpus, device;
    void *context;

    open_cuda();
    REQUIRE(cuda.init(0));
    REQUIRE(cuda.count(&gpus));
    if (gpus == 0)
        fail("no GPU");
    REQUIRE(cuda.device(&device, rank % gpus));
    REQUIRE(cuda.retain(&context, device));
    REQUIRE(cuda.set(context));
    return gpus;
}

/* Waits for the stream, or until the communicator fails. */
static void await(void *comm, void *stream)
{
    int code, error;

    while ((code = cuda.query(stream)) == NOT_READY) {
        REQUIRE(nccl.error(comm, &error));
        require(error, "the communicator");
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    }
    require(code, "the stream");
}

/* Element i of a rank, chosen so that each sum over the ranks is different. */
static float element(int of, size_t i)
{
    return (float)((of + 1) * (int)(i % 1021));
}

static void reduce(void *comm, void *stream, int ranks, size_t count, float *host, uint64_t from,
                   uint64_t to)
{
    for (size_t i = 0; i < count; i++)
        host[i] = element(rank, i);
    REQUIRE(cuda.to_device(from, host, count * sizeof *host));
    REQUIRE(nccl.all_reduce((void *)(uintptr_t)from, (void *)(uintptr_t)to, count, FLOAT_TYPE, SUM,
                            comm, stream));
    await(comm, stream);
    REQUIRE(cuda.to_host(host, to, count * sizeof *host));
    for (size_t i = 0; i < count; i++)
        if (host[i] != element(0, i) * (float)(ranks * (ranks + 1) / 2))
            fail("element %zu of %zu is %g", i, count, (double)host[i]);
}

/* Runs one communicator from start to end. */
static void communicate(int ranks, struct id id, int number, float *host, uint64_t from,
                        uint64_t to, void *stream)
{
    static const size_t counts[] = {1, 1000, 1 << 16, MOST_FLOATS};
    void *comm;

    REQUIRE(nccl.init(&comm, ranks, id, rank));
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        reduce(comm, stream, ranks, counts[i], host, from, to);
    REQUIRE(nccl.destroy(comm));
    if (rank == 0)
        printf("communicator %d of %d ranks: the sums are correct\n", number, ranks);
    fflush(stdout);
}

static void run(const char *file, int ranks, int communicators, int (*pipes)[2])
{
    float *host = malloc(MOST_FLOATS * sizeof *host);
    char number[16];
    uint64_t from, to;
    void *stream;

    alarm(SECONDS);
    snprintf(number, sizeof number, "rank%d", rank);
    if (use_gpu() < ranks)
        setenv("NCCL_HOSTID", number, 1);
    open_nccl(file);
    REQUIRE(cuda.allocate(&from, MOST_FLOATS * sizeof *host));
    REQUIRE(cuda.allocate(&to, MOST_FLOATS * sizeof *host));
    REQUIRE(cuda.make_stream(&stream, 0));
    for (int k = 1; k <= communicators; k++) {
        struct id id;

        if (rank == 0) {
            REQUIRE(nccl.unique_id(&id));
            for (int other = 1; other < ranks; other++)
                if (write(pipes[other][1], &id, sizeof id) != sizeof id)
                    fail("cannot send the id to rank %d", other);
        } else if (read(pipes[rank][0], &id, sizeof id) != sizeof id) {
            fail("no id from rank 0");
        }
        communicate(ranks, id, k, host, from, to, stream);
    }
    free(host);
}

/* CUDA does not survive a fork, so the children do everything. If one fails, ends the others. */
static int run_all(const char *file, int ranks, int communicators)
{
    int pipes[MOST_RANKS][2], status, failed = 0;
    pid_t children[MOST_RANKS];

    for (int i = 0; i < ranks; i++)
        if (pipe(pipes[i]) != 0)
            return 1;
    for (int i = 0; i < ranks; i++) {
        children[i] = fork();
        if (children[i] == 0) {
            rank = i;
            run(file, ranks, communicators, pipes);
            exit(0);
        }
    }
    for (int left = ranks; left > 0; left--) {
        wait(&status);
        if (WIFSIGNALED(status) && !failed)
            printf("a rank ended by signal %d\n", WTERMSIG(status));
        for (int i = 0; status != 0 && !failed && i < ranks; i++)
            kill(children[i], SIGTERM);
        failed |= status != 0;
    }
    return failed;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "gpus") == 0) {
        printf("%d\n", use_gpu());
        return 0;
    }
    if (argc != 4 || atoi(argv[2]) < 2 || atoi(argv[2]) > MOST_RANKS) {
        fprintf(stderr, "usage: net-on-gpus gpus | LIBNCCL RANKS COMMUNICATORS\n");
        return 2;
    }
    return run_all(argv[1], atoi(argv[2]), atoi(argv[3]));
}
