/* Records NCCL's calls. Each call reserves the next entry of the file and fills it in.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "netplugin/core/record.h"
#include "netplugin/core/net.h"
#include "netplugin/core/record_file.h"
#include "netplugin/core/setting.h"
#include <pthread.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define OPEN 1024 /* requests that a thread remembers */

static struct lazynccl_record_head *head;
static struct timespec began;
static uint32_t comms;
static unsigned threads;

/* Requests in flight. test() does not report how many messages a request has, so each thread
 * remembers its latest requests. */
struct open {
    const void *request;
    uint32_t comm;
    int count;
};
struct thread {
    unsigned number;
    struct open table[OPEN];
};
/* A key instead of a thread-local variable, which would need more than libc. Threads may end after
 * NCCL has closed the plugin, which therefore stays loaded. */
static pthread_key_t key;

/* Returns the data of this thread, or NULL if out of memory. */
static struct thread *this_thread(void)
{
    struct thread *thread = pthread_getspecific(key);
    int access = PROT_READ | PROT_WRITE;

    if (thread)
        return thread;
    thread = mmap(NULL, sizeof *thread, access, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (thread == MAP_FAILED)
        return NULL;
    if (pthread_setspecific(key, thread) != 0) {
        munmap(thread, sizeof *thread);
        return NULL;
    }
    thread->number = __atomic_add_fetch(&threads, 1, __ATOMIC_RELAXED);
    return thread;
}

static void forget_thread(void *thread)
{
    munmap(thread, sizeof(struct thread));
}

static void stop(void)
{
    lazynccl_record_on = 0; /* the file belongs to the parent */
}

void lazynccl_record_begin(int caller, int plugin)
{
    const char *name = lazynccl_net_setting(LAZYNCCL_NET_VARIABLE_RECORD);
    struct lazynccl_record_head *made;

    if (!name || pthread_key_create(&key, forget_thread) != 0 ||
        !(made = lazynccl_record_make(name)))
        return;
    clock_gettime(CLOCK_MONOTONIC, &began);
    *made = (struct lazynccl_record_head){
        .magic = LAZYNCCL_RECORD_MAGIC,
        .version = LAZYNCCL_RECORD_VERSION,
        .call_size = sizeof(struct lazynccl_record_call),
        .began = (uint64_t)time(NULL),
        .process = (uint32_t)getpid(),
        .caller = (uint16_t)caller,
        .plugin = (uint16_t)plugin,
    };
    head = made;
    pthread_atfork(NULL, NULL, stop);
}

uint32_t lazynccl_record_comm(void)
{
    return __atomic_add_fetch(&comms, 1, __ATOMIC_RELAXED);
}

/* Writes `count` calls with different sizes or tags; either array may be NULL. */
static void put(struct lazynccl_record_call call, int count, const size_t *sizes, const int *told,
                const int *tags)
{
    const struct thread *thread = this_thread();
    struct timespec now;
    uint64_t first;

    clock_gettime(CLOCK_MONOTONIC, &now);
    call.when = (uint64_t)((now.tv_sec - began.tv_sec) * 1000000000 + now.tv_nsec - began.tv_nsec);
    call.thread = thread ? thread->number : 0;
    first = __atomic_fetch_add(&head->count, (unsigned)count, __ATOMIC_RELAXED);
    for (int i = 0; i < count; i++) {
        struct lazynccl_record_call *place = lazynccl_record_place(first + (uint64_t)i);

        if (!place)
            return;
        call.at = (uint64_t)i;
        if (sizes)
            call.size = sizes[i];
        if (told)
            call.size = (uint64_t)told[i];
        if (tags)
            call.tag = tags[i];
        *place = call;
    }
}

static int is_on(void)
{
    return head && __atomic_load_n(&lazynccl_record_on, __ATOMIC_RELAXED);
}

void lazynccl_record_life(enum lazynccl_record_kind kind, uint32_t comm, int dev)
{
    if (is_on())
        put((struct lazynccl_record_call){.kind = kind, .comm = comm, .tag = dev, .count = 1}, 1,
            NULL, NULL, NULL);
}

/* Returns the entry of a request that this thread remembers, or NULL. */
static struct open *open_of(const void *request)
{
    struct thread *thread = this_thread();

    return thread ? &thread->table[((uintptr_t)request >> 4 ^ (uintptr_t)request >> 14) % OPEN]
                  : NULL;
}

int lazynccl_record_request(int result, enum lazynccl_record_kind kind, uint32_t comm,
                            void *const *request, int n, const size_t *sizes, const int *tags)
{
    if (!is_on() || result != LAZYNCCL_NET_SUCCESS || !*request)
        return result;
    struct open *open = open_of(*request);

    if (open)
        *open = (struct open){*request, comm, n};
    put(
        (struct lazynccl_record_call){
            .kind = kind, .request = (uintptr_t)*request, .comm = comm, .count = (unsigned char)n},
        n, sizes, NULL, tags);
    return result;
}

int lazynccl_record_done(int result, const void *request, const int *done, const int *sizes)
{
    struct lazynccl_record_call call = {.kind = LAZYNCCL_RECORD_DONE,
                                        .request = (uintptr_t)request,
                                        .size = LAZYNCCL_RECORD_UNKNOWN};

    if (!is_on() || result != LAZYNCCL_NET_SUCCESS || !*done)
        return result;
    struct open *known = open_of(request);
    if (known && known->request == request) {
        call.comm = known->comm;
        call.count = (unsigned char)known->count;
        known->request = NULL;
    }
    put(call, call.count ? call.count : 1, NULL, call.count ? sizes : NULL, NULL);
    return result;
}
