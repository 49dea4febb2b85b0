/* A fake NCCL that reports what it does to a profiler, in the order in which NCCL does, and whose GPU
 * works only when it is told to.
 *
 * FAKE_PROFILER is the newest version that it calls. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 4096

struct event {
    uint64_t type; /* before version 5 one byte, which is the lowest */
    void *parent;
    int rank;
    uint64_t of[14];
};

static struct table {
    const char *name;
    int (*init)(), (*start)(void *, void **, struct event *), (*stop)(void *),
        (*record)(void *, int, void *), (*finalize)(void *);
} *profiler;
static int version;

struct comm {
    void *context;
    int rank, ranks;
};

/* A collective, or a call to a peer. */
struct task {
    struct comm *comm;
    const char *function, *type;
    size_t count;
    int root, peer, channels, is_captured;
    void *call, *launch;
    void *channel[64];
    int started, stopped;
};

static struct task launched[MOST];   /* in the order of the stream */
static struct task captured[16];     /* of the graph */
static __thread struct task grouped[64];
static __thread int group_depth, group_count;
static int launched_count, captured_count, is_capturing;
static int channels = 2;

static void *start(struct comm *comm, struct event event)
{
    void *handle = NULL;

    if (profiler && comm->context && profiler->start(comm->context, &handle, &event))
        abort();
    return handle;
}

static void stop(void *handle)
{
    if (profiler && handle && profiler->stop(handle))
        abort();
}

/* The members of a launch, after what version 3 has before them. */
static struct event launch_event(const struct task *task)
{
    struct event event = {.type = task->peer < 0 ? 2 : 4, .rank = task->comm->rank};
    uint64_t *of = version == 3 ? event.of + 2 : event.of;

    if (version >= 5)
        event.parent = task->call;
    if (task->peer < 0) {
        of[1] = (uintptr_t)task->function;
        of[4] = task->count;
        of[5] = (uint32_t)task->root;
        of[6] = (uintptr_t)task->type;
        of[7] = (uint8_t)task->channels;
    } else {
        of[0] = (uintptr_t)task->function;
        of[4] = (uint32_t)task->peer;
    }
    return event;
}

static void launch(struct task *task)
{
    task->launch = start(task->comm, launch_event(task));
    memset(task->channel, 0, sizeof task->channel);
    task->started = task->stopped = 0;
    if (task->peer < 0 && launched_count < MOST)
        launched[launched_count++] = *task;
    stop(task->launch);
}

static void end_group(void)
{
    for (int i = group_count; i-- > 0;) /* in another order than that of the calls */
        if (is_capturing)
            captured[captured_count++] = grouped[i];
        else
            launch(&grouped[i]);
    group_count = 0;
}

static int add(struct task task)
{
    struct event event = {.type = task.peer < 0 ? 0x200 : 0x400};
    uint64_t *of = event.of;

    task.channels = channels;
    of[0] = (uintptr_t)task.function;
    of[1] = task.count;
    of[2] = (uintptr_t)task.type;
    of[3] = (uint32_t)task.root;
    of[task.peer < 0 ? 5 : 4] = (uint64_t)is_capturing;
    if (version >= 5)
        task.call = start(task.comm, event);
    if (strcmp(task.function, "Broadcast") == 0 || strcmp(task.function, "AllGather") == 0) {
        task.count *= 4; /* a launch counts bytes */
        task.type = "ncclInt8";
    }
    stop(task.call);
    grouped[group_count++] = task;
    if (!group_depth)
        end_group();
    return 0;
}

int ncclGetVersion(int *to)
{
    *to = 22809;
    return 0;
}

struct id {
    char bytes[128];
};

int ncclGetUniqueId(struct id *id)
{
    memset(id, 7, sizeof *id);
    return 0;
}

static void load(void)
{
    const char *file = getenv("NCCL_PROFILER_PLUGIN"), *newest = getenv("FAKE_PROFILER");
    void *handle = file ? dlopen(file, RTLD_NOW | RTLD_LOCAL) : NULL;
    char name[32];

    for (version = newest ? atoi(newest) : 7; handle && !profiler && version > 0; version--) {
        snprintf(name, sizeof name, "ncclProfiler_v%d", version);
        profiler = dlsym(handle, name);
        version += profiler != NULL;
    }
}

int ncclCommInitRank(struct comm **to, int ranks, struct id id, int rank)
{
    struct comm *comm = calloc(1, sizeof *comm);
    int mask = -1;

    if (!profiler)
        load();
    comm->rank = rank;
    comm->ranks = ranks;
    if (profiler && version >= 5)
        profiler->init(&comm->context, (uint64_t)1, &mask, "", 1, ranks, rank, NULL);
    else if (profiler && version == 4)
        profiler->init(&comm->context, &mask, "", (uint64_t)1, 1, ranks, rank, NULL);
    else if (profiler)
        profiler->init(&comm->context, &mask);
    if (!(mask & 0x40))
        comm->context = NULL;
    *to = comm;
    return 0;
}

static int drop(struct comm *comm)
{
    if (profiler && comm->context)
        profiler->finalize(comm->context);
    return 0;
}

int ncclCommDestroy(struct comm *comm)
{
    return drop(comm);
}

int ncclCommAbort(struct comm *comm)
{
    launched_count = 0; /* their events never stop */
    return drop(comm);
}

int ncclGroupStart(void)
{
    group_depth++;
    return 0;
}

int ncclGroupEnd(void)
{
    if (--group_depth == 0)
        end_group();
    return 0;
}

int ncclAllReduce(const void *from, void *to, size_t count, int type, int operation,
                  struct comm *comm, void *stream)
{
    return add((struct task){comm, "AllReduce", "ncclFloat32", count, 0, -1});
}

int ncclBroadcast(const void *from, void *to, size_t count, int type, int root, struct comm *comm,
                  void *stream)
{
    return add((struct task){comm, "Broadcast", "ncclFloat32", count, root, -1});
}

int ncclAllGather(const void *from, void *to, size_t count, int type, struct comm *comm,
                  void *stream)
{
    return add((struct task){comm, "AllGather", "ncclFloat32", count, 0, -1});
}

int ncclSend(const void *from, size_t count, int type, int peer, struct comm *comm, void *stream)
{
    return add((struct task){comm, "Send", "ncclFloat32", count, 0, peer});
}

/* What the program tells the GPU and the host thread of CUDA. */
static void *work(void *what)
{
    const char *letter = what;
    struct task *task = launched;

    while (task < launched + launched_count && task->stopped == task->channels)
        task++;
    if (*letter == 'R') {
        for (int i = 0; i < captured_count; i++)
            launch(&captured[i]);
        return NULL;
    }
    if (task == launched + launched_count)
        return NULL;
    for (; task->started < (*letter == 'e' ? 1 : task->channels); task->started++)
        task->channel[task->started] =
            start(task->comm, (struct event){.type = 0x40, .parent = task->launch});
    for (int left = *letter == 'f' || *letter == 'e' ? 0 : *letter == 'h' ? 1 : 64;
         task->stopped + left < task->started; task->stopped++)
        stop(task->channel[task->stopped]);
    return NULL;
}

/* 'e': the first channel of the next collective starts and stops; 's': the next collective starts; 'h': all of its channels but one have stopped; 'f': it is complete;
 * 'R': the graph is launched; 'C', 'c': a capture begins, ends; 'M': calls take 64 channels. On another thread, as NCCL's are. */
int fakeWork(int letter)
{
    static char what;
    pthread_t thread;

    if (letter == 'M') {
        channels = 64;
        return 0;
    }
    if (letter == 'C' || letter == 'c') {
        is_capturing = letter == 'C';
        return 0;
    }
    what = (char)letter;
    return pthread_create(&thread, NULL, work, &what) || pthread_join(thread, NULL);
}
