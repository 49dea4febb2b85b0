/* Opens the ring of a tracing stand-in, and records what its trampolines do not.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * A page that the kernel clears in a forked child has the address of the ring. So a child's first
 * call finds none and opens its own, and no call asks the kernel which process it is in. */
#define _GNU_SOURCE
#include "standin/template/trace.h"
#include "runtime/loader/loader.h"
#include "runtime/loader/process.h"
#include "runtime/search/text.h"
#include "runtime/search/view.h"
#include "standin/template/identity.h"
#include "standin/template/standin.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define CONF lazynccl_standin_conf
#define FORK_PAGE 4096 /* at least a page of this is cleared */
#ifndef MADV_WIPEONFORK
#define MADV_WIPEONFORK 18
#endif

/* In the page that a fork clears. The assembly has the offsets. */
struct state {
    struct lazynccl_ring *ring; /* NULL: not opened yet; OFF: it cannot be */
    const struct lazynccl_recipe *recipes;
    uint64_t count; /* of functions; slots from here on lead to the first of them again */
};
#define OFF ((struct lazynccl_ring *)1)

LAZYNCCL_FOR_ASSEMBLY struct state *lazynccl_trace_state;

/* The value of LAZYNCCL_TRACE, kept for forked children. */
static char *folder; /* never freed: a thread may be about to read it */
static uint32_t record_count = LAZYNCCL_RING_RECORDS;
static int reported; /* 1: the reason for a missing trace was reported */

static struct lazynccl_ring *ring_of_process(void)
{
    struct state *state = __atomic_load_n(&lazynccl_trace_state, __ATOMIC_ACQUIRE);
    struct lazynccl_ring *ring = state ? __atomic_load_n(&state->ring, __ATOMIC_ACQUIRE) : NULL;

    return ring == OFF ? NULL : ring;
}

static uint64_t nanoseconds(clockid_t clock)
{
    struct timespec time = {0};

    syscall(SYS_clock_gettime, clock, &time); /* its symbol is librt's before glibc 2.17 */
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static struct lazynccl_ring_time time_now(void)
{
    return (struct lazynccl_ring_time){lazynccl_trace_counter(), nanoseconds(CLOCK_MONOTONIC),
                                       nanoseconds(CLOCK_REALTIME)};
}

void lazynccl_trace_note_time(void)
{
    struct lazynccl_ring *ring = ring_of_process();

    if (ring)
        ring->last = time_now();
}

/* Reads "FOLDER" or "N:FOLDER" once. Several threads store the same. */
static void read_setting(void)
{
    struct lazynccl_arena arena = {0};
    struct lazynccl_objects none = {0};
    struct lazynccl_view view = lazynccl_view_of_process(&none, NULL, &arena);
    const char *value = lazynccl_setting(&view, LAZYNCCL_TRACE);

    if (value && *value >= '0' && *value <= '9' && strchr(value, ':')) {
        unsigned long asked = strtoul(value, NULL, 10);
        uint32_t count = 64;

        while (count < asked && count < LAZYNCCL_RING_MOST)
            count *= 2;
        record_count = count;
        value = strchr(value, ':') + 1;
    }
    char *copy = value ? strdup(value) : NULL, *unset = NULL;
    if (copy &&
        !__atomic_compare_exchange_n(&folder, &unset, copy, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        free(copy);
    lazynccl_arena_free(&arena);
}

/* Reserves the whole file, because a write to a page without a block would end the program. Returns
 * 0, or the error. */
static int reserve(int fd, uint64_t size)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < size)
        return EFBIG; /* a signal, which would end the program */
    if (fallocate(fd, 0, 0, (off_t)size) == 0)
        return 0;
    if (errno != EOPNOTSUPP && errno != ENOSYS)
        return errno;
    for (uint64_t at = 0; at < size; at += 4096)
        if (pwrite(fd, "", 1, (off_t)(at + 4095 < size ? at + 4095 : size - 1)) != 1)
            return errno ? errno : ENOSPC;
    return 0;
}

static void fill_header(struct lazynccl_ring *ring, const char *names, size_t names_size,
                        uint64_t size)
{
    const char *soname = lazynccl_libraries[0]->description->sonames[0];

    ring->version = LAZYNCCL_RING_VERSION;
    ring->machine = LAZYNCCL_ELF_MACHINE;
    ring->process = (uint32_t)getpid();
    ring->functions = CONF.count;
    ring->started = lazynccl_identity_start("/proc/self/stat", NULL);
    ring->size = size;
    ring->recipes = sizeof *ring;
    ring->names = ring->recipes + sizeof(struct lazynccl_recipe) * CONF.count;
    ring->records = size - sizeof(struct lazynccl_ring_record) * record_count;
    ring->kept = ring->records - sizeof(struct lazynccl_ring_record) * LAZYNCCL_RING_KEPT;
    ring->mask = record_count - 1;
    memcpy((char *)ring + ring->recipes, LAZYNCCL_STANDIN_DATA(CONF.recipes),
           sizeof(struct lazynccl_recipe) * CONF.count);
    memcpy((char *)ring + ring->names, names, names_size);
    gethostname(ring->host, sizeof ring->host - 1);
    lazynccl_identity_text("/proc/sys/kernel/random/boot_id", ring->boot, sizeof ring->boot);
    strncpy(ring->soname, soname, sizeof ring->soname - 1);
    prctl(PR_GET_NAME, ring->command);
    ring->namespace = lazynccl_identity_namespace();
    ring->first = ring->last = time_now();
    memcpy(ring->magic, LAZYNCCL_RING_MAGIC, sizeof ring->magic); /* last: now it is readable */
}

/* Makes the file of this process, whose name is to be freed. Returns 0, or the error. */
static int make_ring(char **path, struct lazynccl_ring **made)
{
    const char *names = lazynccl_standin_names(), *end = names;
    uint64_t size;
    int error, fd;

    for (uint32_t i = 0; i < CONF.count; i++)
        end += strlen(end) + 1;
    size = sizeof(struct lazynccl_ring) + sizeof(struct lazynccl_recipe) * CONF.count +
           (uint64_t)(end - names);
    size = (size + 4095 & -4096ull) +
           sizeof(struct lazynccl_ring_record) * (LAZYNCCL_RING_KEPT + record_count);
    if (asprintf(path, "%s/%d-%llx-%s.ring", folder, (int)getpid(),
                 (unsigned long long)(nanoseconds(CLOCK_REALTIME) ^ lazynccl_trace_thread()),
                 lazynccl_libraries[0]->description->sonames[0]) < 0) {
        *path = NULL;
        return ENOMEM;
    }
    fd = open(*path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return errno;
    error = reserve(fd, size);
    if (!error) {
        *made = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, fd, 0);
        error = *made == MAP_FAILED ? errno : 0;
    }
    close(fd);
    if (error)
        unlink(*path);
    else
        fill_header(*made, names, (size_t)(end - names), size);
    return error;
}

static void forget_after_fork(void)
{
    if (lazynccl_trace_state)
        lazynccl_trace_state->ring = NULL;
}

/* The page that a fork clears; without it (Linux before 4.14) a handler does. */
static struct state *page_of_state(void)
{
    struct state *known = __atomic_load_n(&lazynccl_trace_state, __ATOMIC_ACQUIRE), *new;

    if (known)
        return known;
    new = mmap(NULL, FORK_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (new == MAP_FAILED)
        return NULL;
    if (madvise(new, FORK_PAGE, MADV_WIPEONFORK) != 0)
        LAZYNCCL_AT_FORK(NULL, NULL, forget_after_fork);
    read_setting();
    if (__atomic_compare_exchange_n(&lazynccl_trace_state, &known, new, 0, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE))
        return new;
    munmap(new, FORK_PAGE);
    return known;
}

LAZYNCCL_COLD static void report(const char *path, int error)
{
    struct lazynccl_arena arena = {0};

    if (!__atomic_exchange_n(&reported, 1, __ATOMIC_RELAXED))
        lazynccl_text_print("trace", lazynccl_arena_print(&arena, "%s: %s: calls are not recorded",
                                                          path, strerror(error)));
    lazynccl_arena_free(&arena);
}

void lazynccl_trace_begin(void)
{
    int saved = errno, error = 0, cancel;
    struct lazynccl_ring *ring = OFF, *none = NULL;
    char *path = NULL;

    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    struct state *state = page_of_state();
    if (state && !__atomic_load_n(&state->ring, __ATOMIC_ACQUIRE)) {
        state->recipes = LAZYNCCL_STANDIN_DATA(CONF.recipes);
        state->count = CONF.count;
        if (folder)
            error = make_ring(&path, &ring);
        if (error) {
            report(path ? path : folder, error);
            ring = OFF;
        }
        if (!__atomic_compare_exchange_n(&state->ring, &none, ring, 0, __ATOMIC_ACQ_REL,
                                         __ATOMIC_ACQUIRE) &&
            ring != OFF) { /* another thread was faster */
            unlink(path);
            munmap(ring, ring->size);
        }
    }
    free(path);
    pthread_setcancelstate(cancel, NULL);
    errno = saved;
}

static const struct lazynccl_recipe *recipe_of(int function)
{
    const struct lazynccl_recipe *recipes = LAZYNCCL_STANDIN_DATA(CONF.recipes);

    return &recipes[function];
}

static void put_record(struct lazynccl_ring_record *to, const struct lazynccl_ring_record *record)
{
    __atomic_store_n(&to->check, 0, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    to->thread = record->thread;
    memcpy(to->words, record->words, sizeof to->words);
    to->counter = record->counter;
    __atomic_store_n(&to->check, record->check, __ATOMIC_RELEASE);
}

/* Writes a record as the assembly does. */
static void write_record(int function, const uint64_t words[LAZYNCCL_RING_WORDS])
{
    const struct lazynccl_recipe *recipe = recipe_of(function & (LAZYNCCL_RING_RETURN - 1));
    struct lazynccl_ring *ring = ring_of_process();

    if (!ring)
        return;
    uint64_t number = __atomic_fetch_add(&ring->next, 1, __ATOMIC_RELAXED);
    struct lazynccl_ring_record *records = (void *)((char *)ring + ring->records);
    struct lazynccl_ring_record *kept = (void *)((char *)ring + ring->kept);
    struct lazynccl_ring_record record = {.thread = (lazynccl_trace_thread() & 0xffffffffffff) |
                                                    (uint64_t)function << 48,
                                          .counter = lazynccl_trace_counter()};

    memcpy(record.words, words, sizeof record.words);
    record.check = lazynccl_ring_check(&record, (uint32_t)number + 1);
    put_record(&records[number & ring->mask], &record);
    if (recipe->call) {
        number = __atomic_fetch_add(&ring->kept_next, 1, __ATOMIC_RELAXED);
        put_record(&kept[number % LAZYNCCL_RING_KEPT], &record);
    }
}

static uint64_t hash_of(const unsigned char *bytes, size_t size)
{
    uint64_t hash = 14695981039346656037u;

    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 1099511628211u;
    return hash;
}

/* The number of a saved word, of the registers, from where the stack begins. */
#ifdef __x86_64__
#define REGISTERS 6
#else
#define REGISTERS 8
#endif
#define ON_STACK 8

static const uint64_t *word_at(int word, const uint64_t *registers, const uint64_t *stack)
{
    return word < REGISTERS ? &registers[word] : &stack[word - ON_STACK];
}

void lazynccl_trace_record(int function, const uint64_t *registers, const uint64_t *stack)
{
    const struct lazynccl_recipe *recipe = recipe_of(function);
    uint64_t words[LAZYNCCL_RING_WORDS];

    for (int i = 0; i < LAZYNCCL_RING_WORDS; i++) {
        const uint64_t *at = word_at(recipe->word[i], registers, stack);

        words[i] = *at;
        if (recipe->hashed & 1 << i) {
            const void *bytes = recipe->stack ? (const void *)at : (const void *)(uintptr_t)*at;

            words[i] = bytes ? hash_of(bytes, recipe->bytes) : 0;
        }
    }
    write_record(function, words);
}

/* The search is asked here, because a first call from the assembly would have that for its caller.
 */
LAZYNCCL_FOR_ASSEMBLY uint64_t lazynccl_trace_enter(int slot, const uint64_t *registers,
                                                    const uint64_t *frame, const uint64_t *stack)
{
    lazynccl_standin_prepare();
    lazynccl_trace_begin();
    lazynccl_trace_record(slot, registers, stack);
    lazynccl_open_library(lazynccl_libraries[0], 0, (const void *)(uintptr_t)frame[1]);
    return recipe_of(slot)->stack;
}

LAZYNCCL_FOR_ASSEMBLY void lazynccl_trace_leave(int slot, const uint64_t *registers,
                                                uint64_t result)
{
    const struct lazynccl_recipe *recipe = recipe_of(slot);
    const uint64_t *out =
        recipe->out < REGISTERS ? (const uint64_t *)(uintptr_t)registers[recipe->out] : NULL;
    int saved = errno;

    write_record(slot | LAZYNCCL_RING_RETURN,
                 (uint64_t[LAZYNCCL_RING_WORDS]){result, out ? *out : 0});
    lazynccl_trace_note_time();
    errno = saved;
}
