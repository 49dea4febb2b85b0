/* Opens the ring of a tracing stand-in, and records what its trampolines do not.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * The address of the ring is in a page that the kernel clears in a forked child. So a child's first
 * call finds no ring and opens its own, and no call has to ask the kernel for the process ID. */
#define _GNU_SOURCE
#include "standin/template/trace.h"
#include "runtime/loader/loader.h"
#include "runtime/loader/process.h"
#include "runtime/search/text.h"
#include "runtime/search/view.h"
#include "standin/template/page.h"
#include "standin/template/standin.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#define CONF lazynccl_standin_conf
#define FORK_PAGE 4096 /* bytes, rounded up to a page, that a fork clears */
#ifndef MADV_WIPEONFORK
#define MADV_WIPEONFORK 18
#endif

/* The page that a fork clears. The assembly uses the offsets of these members. */
struct state {
    struct lazynccl_ring *ring; /* NULL: not opened yet; OFF: it cannot be */
    const struct lazynccl_recipe *recipes;
    uint64_t count; /* functions; higher slots are second slots of the first functions */
};
#define OFF ((struct lazynccl_ring *)1)
#define FULL                                                                                       \
    "the rings may take an eighth of the free space, and there is no room for another; lazynccl "  \
    "run --clean removes those of ended processes"

LAZYNCCL_FOR_ASSEMBLY struct state *lazynccl_trace_state;

/* The value of LAZYNCCL_TRACE, and the identity of this process. */
struct setting {
    uint32_t records; /* the requested number; 0: as many as fit */
    struct lazynccl_identity who;
};

static struct setting *setting; /* never freed: a thread may be about to read it */
static int reported;            /* 1: the reason for a missing trace was reported */

struct lazynccl_ring *lazynccl_trace_ring(void)
{
    struct state *state = __atomic_load_n(&lazynccl_trace_state, __ATOMIC_ACQUIRE);
    struct lazynccl_ring *ring = state ? __atomic_load_n(&state->ring, __ATOMIC_ACQUIRE) : NULL;

    return ring == OFF ? NULL : ring;
}

static struct lazynccl_ring_time time_now(void)
{
    return (struct lazynccl_ring_time){lazynccl_trace_counter(),
                                       lazynccl_page_clock(CLOCK_MONOTONIC),
                                       lazynccl_page_clock(CLOCK_REALTIME)};
}

void lazynccl_trace_note_time(void)
{
    struct lazynccl_ring *ring = lazynccl_trace_ring();

    if (ring)
        ring->last = time_now();
}

void lazynccl_trace_note_file(void)
{
    struct lazynccl_ring *ring = lazynccl_trace_ring();
    const struct lazynccl_outcome *outcome =
        ring && !__atomic_load_n(&ring->is_open, __ATOMIC_ACQUIRE)
            ? lazynccl_success_of(lazynccl_libraries[0])
            : NULL;

    if (!outcome || strlen(outcome->file) >= LAZYNCCL_RING_PATH)
        return;
    strcpy((char *)ring + ring->opened, outcome->file); /* racing threads write the same */
    __atomic_store_n(&ring->is_open, 1, __ATOMIC_RELEASE);
}

LAZYNCCL_COLD static void report(const char *path, const char *why, const char *effect)
{
    struct lazynccl_arena arena = {0};

    if (!__atomic_exchange_n(&reported, 1, __ATOMIC_RELAXED))
        lazynccl_text_print("trace", lazynccl_arena_print(&arena, "%s: %s: %s", path, why, effect));
    lazynccl_arena_free(&arena);
}

/* Reads "FOLDER", "N:FOLDER" or "N@JOB:FOLDER". After N may be "c", for completions, or "a", if the
 * user's profiler takes their place. */
static struct setting *parse_setting(const struct lazynccl_view *view, const char *value)
{
    struct setting *made = calloc(1, sizeof *made);
    char job[sizeof made->who.job] = "";

    if (made && *value >= '0' && *value <= '9' && strchr(value, ':')) {
        char *at;
        unsigned long asked = strtoul(value, &at, 10);

        made->records = asked ? 64 : 0;
        while (made->records < asked && made->records < LAZYNCCL_RING_MOST)
            made->records *= 2;
        value = strchr(at, ':') + 1;
        if (*at == 'c' || *at == 'a')
            made->who.completions =
                *at++ == 'c' ? LAZYNCCL_COMPLETIONS_ON : LAZYNCCL_COMPLETIONS_ASIDE;
        if (*at == '@')
            snprintf(job, sizeof job, "%.*s", (int)(value - at - 2), at + 1);
    }
    if (made && strlen(value) < sizeof made->who.folder) {
        strcpy(made->who.folder, value);
        lazynccl_page_identify(view, *job ? job : NULL, &made->who);
    }
    return made;
}

/* Reads the setting once; racing threads read the same. */
static void read_setting(void)
{
    struct setting *none = NULL, *made;
    struct lazynccl_arena arena = {0};
    struct lazynccl_objects objects = {0};

    if (__atomic_load_n(&setting, __ATOMIC_ACQUIRE))
        return;
    struct lazynccl_view view = lazynccl_view_of_process(&objects, NULL, &arena);
    const char *value = lazynccl_setting(&view, LAZYNCCL_TRACE);
    made = value ? parse_setting(&view, value) : NULL;
    lazynccl_arena_free(&arena);
    if (!__atomic_compare_exchange_n(&setting, &none, made, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        free(made);
}

/* Reserves the file: a write to a page without memory ends the program. Returns 0, or an errno. */
static int reserve(int fd, uint64_t size)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < size)
        return EFBIG; /* fallocate() would raise SIGXFSZ, which would end the program */
    return fallocate(fd, 0, 0, (off_t)size) == 0 ? 0 : errno;
}

/* The parts of a ring besides its records. */
struct plan {
    const char *names;
    size_t names_size;
    uint64_t opened;  /* the offset of the path of the library's file */
    uint64_t before;  /* the offset of the records */
    uint64_t after;   /* the offset of what follows the records */
    uint64_t size;    /* the size of the file */
    uint32_t records; /* the number of records in the first ring */
};

static void set_records(struct plan *plan, uint32_t records)
{
    plan->records = records;
    plan->after = plan->before +
                  sizeof(struct lazynccl_ring_record) * (LAZYNCCL_RING_KEPT + (uint64_t)records);
    plan->size = plan->after;
    if (setting->who.completions == LAZYNCCL_COMPLETIONS_ON)
        plan->size += sizeof(struct lazynccl_ring_progress) * (uint64_t)records;
}

static struct plan plan_ring(uint32_t records)
{
    struct plan plan = {.names = lazynccl_libraries[0]->description->symbols};
    const char *end = plan.names;

    for (uint32_t i = 0; i < CONF.count; i++)
        end += strlen(end) + 1;
    plan.names_size = (size_t)(end - plan.names);
    plan.opened = sizeof(struct lazynccl_ring) + sizeof(struct lazynccl_recipe) * CONF.count +
                  (uint64_t)plan.names_size;
    plan.before = plan.opened + LAZYNCCL_RING_PATH + 4095 & -4096ull;
    set_records(&plan, records);
    return plan;
}

static void fill_header(struct lazynccl_ring *ring, const struct plan *plan)
{
    const char *soname = lazynccl_libraries[0]->description->sonames[0];

    ring->version = LAZYNCCL_RING_VERSION;
    ring->machine = LAZYNCCL_ELF_MACHINE;
    ring->functions = CONF.count;
    ring->size = plan->size;
    ring->recipes = sizeof *ring;
    ring->names = ring->recipes + sizeof(struct lazynccl_recipe) * CONF.count;
    ring->opened = plan->opened;
    ring->kept = plan->before;
    ring->records = plan->before + sizeof(struct lazynccl_ring_record) * LAZYNCCL_RING_KEPT;
    ring->mask = plan->records - 1;
    ring->progress = plan->size > plan->after ? plan->after : 0;
    memcpy((char *)ring + ring->recipes, LAZYNCCL_STANDIN_DATA(CONF.recipes),
           sizeof(struct lazynccl_recipe) * CONF.count);
    memcpy((char *)ring + ring->names, plan->names, plan->names_size);
    strncpy(ring->soname, soname, sizeof ring->soname - 1);
    ring->who = setting->who;
    lazynccl_page_identify_child(&ring->who);
    ring->first = ring->last = time_now();
    memcpy(ring->magic, LAZYNCCL_RING_MAGIC, sizeof ring->magic); /* last: now it is readable */
}

/* Returns NULL, or why a folder is unsafe: through it, other users could redirect writes. */
static const char *check_folder(int folder)
{
    struct stat facts;

    if (fstat(folder, &facts) != 0)
        return strerror(errno);
    if (facts.st_uid != geteuid())
        return "belongs to another user";
    return facts.st_mode & (S_IRWXG | S_IRWXO) ? "is open to other users" : NULL;
}

/* Returns the bytes of all rings in the folder. */
static uint64_t measure_rings(int folder)
{
    int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *list = again < 0 ? NULL : fdopendir(again);
    uint64_t bytes = 0;
    struct stat facts;

    for (struct dirent *entry; list && (entry = readdir(list));)
        if (*entry->d_name != '.' &&
            fstatat(folder, entry->d_name, &facts, AT_SYMLINK_NOFOLLOW) == 0)
            bytes += (uint64_t)facts.st_blocks * 512;
    if (list)
        closedir(list);
    else if (again >= 0)
        close(again);
    return bytes;
}

/* Returns how many bytes all rings may take. They take `used`, and NCCL also needs memory here. */
static uint64_t find_share(int folder, uint64_t used)
{
    struct statvfs disk;

    if (fstatvfs(folder, &disk) != 0)
        return 0;
    return ((uint64_t)disk.f_bavail * disk.f_frsize + used) / LAZYNCCL_RING_SHARE;
}

/* Makes the file of a ring. If nobody asked for a size, the ring takes at most an eighth of the
 * share, so that eight ranks have room. Returns NULL, or the reason for a failure. */
static const char *make_file(int folder, const char *name, struct lazynccl_ring **made)
{
    struct plan plan = plan_ring(setting->records ? setting->records : LAZYNCCL_RING_RECORDS);
    uint64_t used = measure_rings(folder), share = find_share(folder, used);
    const char *why = NULL;
    int fd, error;

    while (!setting->records && plan.size > share / 8 && plan.records > LAZYNCCL_RING_LEAST)
        set_records(&plan, plan.records / 2);
    if (used + plan.size > share)
        return FULL;
    fd = openat(folder, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0400);
    if (fd < 0)
        return strerror(errno);
    error = reserve(fd, plan.size);
    if (!error) {
        *made = mmap(NULL, plan.size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, fd, 0);
        error = *made == MAP_FAILED ? errno : 0;
    }
    close(fd);
    if (error) {
        why = strerror(error);
    } else if (measure_rings(folder) > share) { /* other processes made rings meanwhile */
        munmap(*made, plan.size);
        why = FULL;
    }
    if (why)
        unlinkat(folder, name, 0);
    else
        fill_header(*made, &plan);
    return why;
}

static int open_folder(char path[64])
{
    snprintf(path, 64, LAZYNCCL_RING_FOLDER, (unsigned)geteuid());
    mkdir(path, 0700);
    return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
}

/* Writes the page when the stand-in is loaded, so that a process that never calls the library has
 * one too. Without a page, the ring is found only on its host. */
__attribute__((constructor)) static void introduce(void)
{
    int saved = errno, error, folder;
    char path[64];

    read_setting();
    if (setting && *setting->who.folder) {
        folder = open_folder(path);
        setting->who.is_unrecorded = folder < 0 || check_folder(folder);
        if (folder >= 0)
            close(folder);
        error = lazynccl_page_write(setting->who.folder, &setting->who);
        if (error)
            report(setting->who.folder, strerror(error), "the trace is found on this host only");
    }
    errno = saved;
}

/* Writes a page beside the rings: this process has called the library, but has no ring. */
static void tell_unrecorded(const char *folder)
{
    struct lazynccl_identity *who = malloc(sizeof *who);

    if (who) {
        *who = setting->who;
        who->is_unrecorded = 1;
        lazynccl_page_identify_child(who);
        lazynccl_page_write(folder, who);
    }
    free(who);
}

/* Makes this process's ring, under a name no other thread uses. Returns NULL, or why it failed. */
static const char *make_ring(char path[64], char name[256], struct lazynccl_ring **made)
{
    int folder = open_folder(path);
    const char *why;

    if (folder < 0)
        return strerror(errno);
    snprintf(name, 256, "%d-%llx-%s.ring", (int)getpid(),
             (unsigned long long)(lazynccl_page_clock(CLOCK_REALTIME) ^ lazynccl_trace_thread()),
             lazynccl_libraries[0]->description->sonames[0]);
    why = check_folder(folder);
    if (!why && (why = make_file(folder, name, made)))
        tell_unrecorded(path);
    close(folder);
    return why;
}

/* Removes a ring, because another thread's was first. */
static void drop_ring(struct lazynccl_ring *ring, const char *name)
{
    char path[64];
    int folder = open_folder(path);

    munmap(ring, ring->size);
    if (folder >= 0) {
        unlinkat(folder, name, 0);
        close(folder);
    }
}

static void forget_after_fork(void)
{
    if (lazynccl_trace_state)
        lazynccl_trace_state->ring = NULL;
}

/* Returns the page that a fork clears: the kernel does this, or, before Linux 4.14, a handler. */
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

void lazynccl_trace_begin(void)
{
    int saved = errno, cancel;
    struct lazynccl_ring *ring = OFF, *none = NULL;
    char path[64] = "", name[256];
    const char *why = NULL;

    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    struct state *state = page_of_state();
    if (state && !__atomic_load_n(&state->ring, __ATOMIC_ACQUIRE)) {
        state->recipes = LAZYNCCL_STANDIN_DATA(CONF.recipes);
        state->count = CONF.count;
        if (setting && *setting->who.folder)
            why = make_ring(path, name, &ring);
        if (why) {
            report(path, why, "calls are not recorded");
            ring = OFF;
        }
        if (!__atomic_compare_exchange_n(&state->ring, &none, ring, 0, __ATOMIC_ACQ_REL,
                                         __ATOMIC_ACQUIRE) &&
            ring != OFF)
            drop_ring(ring, name);
    }
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
    struct lazynccl_ring *ring = lazynccl_trace_ring();

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

/* A recipe's words below REGISTERS are argument registers; from ON_STACK on, they are the stack. */
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

/* Opens the library here, because a first call from the assembly would have that as its caller. */
LAZYNCCL_FOR_ASSEMBLY uint64_t lazynccl_trace_enter(int slot, const uint64_t *registers,
                                                    const uint64_t *frame, const uint64_t *stack)
{
    lazynccl_standin_prepare();
    lazynccl_trace_begin();
    lazynccl_trace_record(slot, registers, stack);
    lazynccl_open_library(lazynccl_libraries[0], 0, (const void *)(uintptr_t)frame[1]);
    lazynccl_trace_note_file();
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
