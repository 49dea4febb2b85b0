/* Reads the files that tracing stand-ins write.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/trace/ring.h"
#include "common/text/memory.h"
#include "standin/template/identity.h"
#include "standin/template/trace.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define NOT_ONE "not a trace: lazynccl run --trace writes them"
#define OTHER_RELEASE "written by another release of lazynccl: use that one's lazynccl trace"
#define RECORD sizeof(struct lazynccl_ring_record)

/* Returns 1 if `count` items of this size, starting at `at`, are within the first `end` bytes. */
static int fits(uint64_t at, uint64_t count, uint64_t size, uint64_t end)
{
    return at >= sizeof(struct lazynccl_ring) && at <= end && count <= (end - at) / size;
}

/* Returns 1 if the parts of a ring are within it, in their order. */
static int parts_fit(const struct lazynccl_ring *head, uint64_t size)
{
    return fits(head->records, head->mask + 1, RECORD, size) &&
           fits(head->kept, LAZYNCCL_RING_KEPT, RECORD, head->records) &&
           fits(head->recipes, head->functions, sizeof(struct lazynccl_recipe), head->kept) &&
           fits(head->names, head->functions, 1, head->kept) &&
           (!head->opened || fits(head->opened, LAZYNCCL_RING_PATH, 1, head->kept)) &&
           (!head->progress ||
            fits(head->progress, head->mask + 1, sizeof(struct lazynccl_ring_progress), size));
}

/* Returns why a ring with this head cannot be read, or NULL. */
static const char *check_head(const struct lazynccl_ring *head, uint64_t size)
{
    uint64_t records = head->mask + 1;

    if (memcmp(head->magic, LAZYNCCL_RING_MAGIC, sizeof head->magic) != 0)
        return NOT_ONE;
    if (head->version != LAZYNCCL_RING_VERSION)
        return OTHER_RELEASE;
    if (head->size != size)
        return "truncated";
    if (records == 0 || records & head->mask || records > LAZYNCCL_RING_MOST ||
        head->functions > LAZYNCCL_RING_FUNCTIONS || head->records % sizeof(uint64_t) ||
        head->progress % sizeof(uint64_t) || head->recipes % sizeof(uint64_t) ||
        head->kept % sizeof(uint64_t) || !parts_fit(head, size))
        return "damaged";
    return NULL;
}

static int open_file(const char *path)
{
    /* O_NONBLOCK, so that opening a FIFO returns */
    return open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
}

static const char *read_bytes(int fd, void *to, size_t size, uint64_t at)
{
    while (size > 0) {
        ssize_t got = pread(fd, to, size, (off_t)at);

        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got < 0 ? strerror(errno) : "truncated";
        to = (char *)to + got;
        at += (uint64_t)got;
        size -= (size_t)got;
    }
    return NULL;
}

const char *trace_ring_part(const char *path, uint64_t at, unsigned char **bytes, size_t *size)
{
    int fd = open_file(path);
    struct stat facts;
    const char *why = fd < 0 || fstat(fd, &facts) != 0 ? strerror(errno)
                      : !S_ISREG(facts.st_mode)        ? "not a file"
                                                       : NULL;

    *size = why || *size ? *size : (size_t)facts.st_size;
    *bytes = memory_get(*size + 1, 1);
    if (!why)
        why = read_bytes(fd, *bytes, *size, at);
    if (fd >= 0)
        close(fd);
    return why;
}

static const char *read_names(struct trace_ring *ring)
{
    const char *at = (char *)ring->bytes + ring->head.names;
    const char *end = (char *)ring->bytes + ring->head.kept;

    ring->names = memory_get(ring->head.functions + 1, sizeof *ring->names);
    for (uint32_t i = 0; i < ring->head.functions; i++) {
        const char *nul = memchr(at, '\0', (size_t)(end - at));

        if (!nul)
            return "damaged";
        ring->names[i] = at;
        at = nul + 1;
    }
    return NULL;
}

static int thread_of(struct trace_ring *ring, uint64_t thread)
{
    for (int i = ring->thread_count; i-- > 0;)
        if (ring->threads[i] == thread)
            return i + 1;
    *MEMORY_ADD(ring->threads, ring->thread_count) = thread;
    return ring->thread_count;
}

/* Converts a counter value to seconds since 1970, using the rate between two known times. */
static double time_of(const struct trace_ring *ring, uint64_t counter)
{
    const struct lazynccl_ring_time *a = &ring->head.first, *b = &ring->head.last;
    double ticks = (double)(int64_t)(b->counter - a->counter);
    double rate = ticks > 0 ? (double)(int64_t)(b->monotonic - a->monotonic) / ticks : 0;
    double seconds = ((double)a->real + (double)(int64_t)(counter - a->counter) * rate) / 1e9;

    return seconds > 0 && seconds < 1e10 ? seconds : 0; /* until the year 2286 */
}

int trace_ring_is_here(const struct lazynccl_identity *who)
{
    static char boot[40];

    if (!*boot)
        lazynccl_identity_text("/proc/sys/kernel/random/boot_id", boot, sizeof boot);
    return *boot && strcmp(boot, who->boot) == 0;
}

/* If the file was written since this machine booted, its counter gives the most precise rate. */
static void note_now(struct trace_ring *ring)
{
    struct timespec monotonic;

    if (!trace_ring_is_here(&ring->who) || ring->head.machine != LAZYNCCL_ELF_MACHINE)
        return;
#if defined(__x86_64__) || defined(__aarch64__) || defined(__riscv)
    clock_gettime(CLOCK_MONOTONIC, &monotonic);
    ring->head.last.counter = lazynccl_trace_counter();
    ring->head.last.monotonic =
        (uint64_t)monotonic.tv_sec * 1000000000 + (uint64_t)monotonic.tv_nsec;
    ring->now = time_of(ring, ring->head.last.counter);
#endif
}

/* Returns the state of a process if it ran on this host and in this container. If the start time
 * differs, the process has ended, and another one now has its pid. */
static enum trace_state state_of(const struct lazynccl_identity *who)
{
    char path[64], state;

    if (!trace_ring_is_here(who) || who->namespace != lazynccl_identity_namespace())
        return TRACE_ELSEWHERE;
    snprintf(path, sizeof path, "/proc/%u/stat", who->process);
    if (lazynccl_identity_start(path, &state) != who->started || strchr("XZ", state))
        return TRACE_ENDED;
    return strchr("Tt", state) ? TRACE_STOPPED : TRACE_RUNNING;
}

enum { AT_ONCE = 256 }; /* records that are read from the file in one step */

/* The newest records may be half-written, one per thread: up to 64 do not count as lost. */
#define UNFINISHED 64

/* Adds the call in a record, unless the record is incomplete or was overwritten meanwhile. */
static void take_record(struct trace_ring *ring, const struct lazynccl_ring_record *record,
                        uint64_t sequence)
{
    unsigned function = (unsigned)(record->thread >> 48);
    unsigned number = function & (LAZYNCCL_RING_RETURN - 1);

    if (lazynccl_ring_check(record, (uint32_t)sequence) != record->check ||
        number >= ring->head.functions) {
        ring->lost += sequence + UNFINISHED <= ring->total;
        return;
    }
    struct trace_call *call = MEMORY_ADD(ring->calls, ring->count);
    *call = (struct trace_call){.sequence = sequence,
                                .time = time_of(ring, record->counter),
                                .function = (int)number,
                                .thread = thread_of(ring, record->thread & 0xffffffffffff),
                                .is_return = (function & LAZYNCCL_RING_RETURN) != 0};
    memcpy(call->words, record->words, sizeof call->words);
}

/* A channel runs if it has started and not stopped. If all started channels have stopped, but NCCL
 * reported more, the stage is unknown: others may follow, or the collective takes only these. */
static struct trace_progress read_progress(const struct lazynccl_ring_progress *from,
                                           uint64_t sequence)
{
    int channels = from->channels & ~LAZYNCCL_PROGRESS_CAPTURED;
    struct trace_progress progress = {.is_captured =
                                          (from->channels & LAZYNCCL_PROGRESS_CAPTURED) != 0,
                                      .launches = from->launches};

    if (from->sequence != (uint32_t)sequence || !channels)
        return (struct trace_progress){0};
    if (from->stopped >= channels)
        progress.stage = TRACE_COMPLETE;
    else if (from->started > from->stopped)
        progress.stage = TRACE_STARTED;
    else if (!from->started)
        progress.stage = TRACE_QUEUED;
    return progress;
}

/* Adds the progress to the calls that were just read, which begin at index `first`. */
static const char *add_progress(struct trace_ring *ring, int fd, size_t first, uint64_t from,
                                uint64_t part)
{
    struct lazynccl_ring_progress list[AT_ONCE];
    const char *why;

    if (!ring->head.progress)
        return NULL;
    why = read_bytes(fd, list, (size_t)part * sizeof *list,
                     ring->head.progress + (from & ring->head.mask) * sizeof *list);
    for (size_t i = first; i < ring->count && !why; i++) {
        struct trace_call *call = &ring->calls[i];

        call->progress = read_progress(&list[call->sequence - 1 - from], call->sequence);
    }
    return why;
}

static int by_sequence(const void *a, const void *b)
{
    const struct trace_call *c = a, *d = b;

    return TRACE_ORDER(c->sequence, d->sequence);
}

/* Adds the records up to number `from` that are kept apart, so that later ones do not replace them.
 * A record stores the lower half of its sequence number. */
static const char *read_kept(struct trace_ring *ring, int fd, uint64_t from)
{
    struct lazynccl_ring_record records[AT_ONCE];
    uint64_t count = ring->head.kept_next;
    const char *why = NULL;

    count = count < LAZYNCCL_RING_KEPT ? count : LAZYNCCL_RING_KEPT;
    for (uint64_t i = 0; i < count && !why; i++) {
        const struct lazynccl_ring_record *record = &records[i % AT_ONCE];

        if (i % AT_ONCE == 0)
            why = read_bytes(fd, records,
                             (size_t)(count - i < AT_ONCE ? count - i : AT_ONCE) * RECORD,
                             ring->head.kept + i * RECORD);
        uint64_t sequence = (from & ~0xffffffffull) | (uint32_t)record->check;
        if (sequence > from && sequence >> 32)
            sequence -= 1ull << 32;
        if (!why && record->check && sequence <= from)
            take_record(ring, record, sequence);
    }
    if (ring->count)
        qsort(ring->calls, ring->count, sizeof *ring->calls, by_sequence);
    return why;
}

/* Reads the records from number `from` on. */
static const char *read_records(struct trace_ring *ring, int fd, uint64_t from)
{
    struct lazynccl_ring_record records[AT_ONCE];
    const char *why = read_kept(ring, fd, from);

    while (from < ring->total && !why) {
        uint64_t at = from & ring->head.mask, part = AT_ONCE, begin = from;
        size_t first = ring->count;

        part = part < ring->total - from ? part : ring->total - from;
        part = part < ring->head.mask + 1 - at ? part : ring->head.mask + 1 - at;
        why = read_bytes(fd, records, (size_t)part * RECORD, ring->head.records + at * RECORD);
        for (uint64_t i = 0; i < part && !why; i++)
            take_record(ring, &records[i], ++from);
        if (!why)
            why = add_progress(ring, fd, first, begin, part);
    }
    return why;
}

/* Reads the current number of calls. */
static const char *read_counts(struct trace_ring *ring, int fd)
{
    const char *why;

    trace_ring_drop(ring);
    if (fd < 0)
        return strerror(errno);
    why = read_bytes(fd, &ring->total, sizeof ring->total, offsetof(struct lazynccl_ring, next));
    if (!why)
        why = read_bytes(fd, &ring->head.kept_next, sizeof ring->head.kept_next,
                         offsetof(struct lazynccl_ring, kept_next));
    ring->lost = ring->total > ring->head.mask + 1 ? ring->total - ring->head.mask - 1 : 0;
    return why;
}

const char *trace_ring_read(struct trace_ring *ring, uint64_t after, uint64_t most)
{
    int fd = ring->kind == TRACE_RING ? open_file(ring->path) : -1;
    const char *why;

    if (ring->kind != TRACE_RING)
        return NULL;
    why = read_counts(ring, fd);
    if (after > ring->total)
        after = ring->total;
    if (after < ring->lost)
        after = ring->lost;
    if (ring->total - after > most)
        after = ring->total - most;
    if (!why)
        why = read_records(ring, fd, after);
    if (fd >= 0)
        close(fd);
    return why;
}

void trace_ring_drop(struct trace_ring *ring)
{
    free(ring->calls);
    ring->calls = NULL;
    ring->count = 0;
}

#define END(text) ((text)[sizeof(text) - 1] = '\0') /* a text in a file may lack its end */

static const char *read_page(struct trace_ring *ring, int fd)
{
    struct lazynccl_page page;
    const char *why = read_bytes(fd, &page, offsetof(struct lazynccl_page, who), 0);

    if (why)
        return why;
    if (page.version != LAZYNCCL_PAGE_VERSION || page.size != sizeof page)
        return OTHER_RELEASE;
    if ((why = read_bytes(fd, &page, sizeof page, 0)))
        return why;
    ring->kind = TRACE_PAGE;
    ring->who = page.who;
    return NULL;
}

static const char *read_ring(struct trace_ring *ring, int fd, uint64_t size)
{
    const char *why;

    if (size < sizeof ring->head)
        return NOT_ONE;
    if ((why = read_bytes(fd, &ring->head, sizeof ring->head, 0)) ||
        (why = check_head(&ring->head, size)))
        return why;
    ring->bytes = memory_get((size_t)ring->head.kept, 1);
    if ((why = read_bytes(fd, ring->bytes, (size_t)ring->head.kept, 0)) || (why = read_names(ring)))
        return why;
    ring->recipes = (void *)((char *)ring->bytes + ring->head.recipes);
    if (ring->head.opened)
        ring->opened = memory_print("%.*s", ring->head.is_open ? LAZYNCCL_RING_PATH - 1 : 0,
                                    (char *)ring->bytes + ring->head.opened);
    END(ring->head.soname);
    strcpy(ring->soname, ring->head.soname);
    ring->who = ring->head.who;
    ring->total = ring->head.next;
    ring->profiler = ring->head.profiler;
    return NULL;
}

static const char *read_head(struct trace_ring *ring, int fd)
{
    char magic[sizeof ring->head.magic] = "";
    struct stat facts;
    const char *why;

    if (fstat(fd, &facts) != 0)
        return strerror(errno);
    if (!S_ISREG(facts.st_mode))
        return "not a file";
    if (facts.st_size >= (off_t)sizeof magic && (why = read_bytes(fd, magic, sizeof magic, 0)))
        return why;
    why = memcmp(magic, LAZYNCCL_PAGE_MAGIC, sizeof magic) == 0
              ? read_page(ring, fd)
              : read_ring(ring, fd, (uint64_t)facts.st_size);
    if (why)
        return why;
    END(ring->who.host);
    END(ring->who.boot);
    END(ring->who.command);
    END(ring->who.job);
    END(ring->who.folder);
    if (ring->kind == TRACE_RING)
        note_now(ring);
    ring->state = state_of(&ring->who);
    return NULL;
}

const char *trace_ring_open(struct trace_ring *ring, const char *path)
{
    int fd = open_file(path);
    const char *why;

    if (fd < 0)
        return strerror(errno);
    *ring = (struct trace_ring){.path = memory_copy(path)};
    why = read_head(ring, fd);
    close(fd);
    if (why)
        trace_ring_free(ring);
    return why;
}

int trace_ring_compare(const struct lazynccl_identity *a, const struct lazynccl_identity *b)
{
    int texts = strcmp(a->host, b->host);

    if (texts)
        return texts;
    if (a->process != b->process)
        return TRACE_ORDER(a->process, b->process);
    if (a->started != b->started)
        return TRACE_ORDER(a->started, b->started);
    if (a->namespace != b->namespace)
        return TRACE_ORDER(a->namespace, b->namespace);
    return strcmp(a->boot, b->boot);
}

void trace_ring_free(struct trace_ring *ring)
{
    free(ring->path);
    free(ring->page);
    free(ring->opened);
    free(ring->names);
    free(ring->calls);
    free(ring->threads);
    free(ring->bytes);
    *ring = (struct trace_ring){0};
}

int trace_ring_parameters(const struct trace_ring *ring, int function,
                          struct recipe_parameter parameters[RECIPE_PARAMETERS])
{
    return recipe_read(ring->names[function], (int)ring->head.machine, parameters);
}

static void print_value(struct strings *parts, const struct recipe_parameter *parameter, int hashed,
                        uint64_t value)
{
    char kind = hashed ? '#' : parameter->kind;
    unsigned long long number = kind == 'w' ? (uint32_t)value : value;
    long long signed_value = kind == 'n' ? (int)value : (long long)value;
    int length = parameter->length;

    if (kind == '#')
        strings_print(parts, "%.*s #%016llx", length, parameter->type, number);
    else if (kind == 'n' || kind == 'i')
        strings_print(parts, "%.*s %lld", length, parameter->type, signed_value);
    else if (kind == 'w' || kind == 'u')
        strings_print(parts, "%.*s %llu", length, parameter->type, number);
    else
        strings_print(parts, "%.*s %#llx", length, parameter->type, number);
}

char *trace_ring_call_text(const struct trace_ring *ring, const struct trace_call *call)
{
    const struct lazynccl_recipe *recipe = &ring->recipes[call->function];
    struct recipe_parameter parameters[RECIPE_PARAMETERS];
    int count = trace_ring_parameters(ring, call->function, parameters);
    OWNED(strings) struct strings parts = {0};

    if (call->is_return)
        return memory_print("%s returned %d", ring->names[call->function], (int)call->words[0]);
    for (int i = 0; i < LAZYNCCL_RING_WORDS; i++) {
        int number = recipe->parameter[i];

        if (number > 0 && number <= count)
            print_value(&parts, &parameters[number - 1], recipe->hashed & 1 << i, call->words[i]);
        else if (count < 0)
            strings_print(&parts, "%#llx", (unsigned long long)call->words[i]);
    }
    OWNED(memory) char *list = strings_join(&parts, ", ");
    return memory_print("%s(%s)", ring->names[call->function], list ? list : "");
}

const char *trace_ring_state_text(const struct trace_ring *ring)
{
    static const char *const texts[] = {[TRACE_RUNNING] = "running",
                                        [TRACE_STOPPED] = "stopped",
                                        [TRACE_ENDED] = "ended",
                                        [TRACE_ELSEWHERE] = "state unknown here"};

    return texts[ring->state];
}

const char *trace_stage_text(enum trace_stage stage)
{
    static const char *const texts[] = {
        [TRACE_QUEUED] = "not started", [TRACE_STARTED] = "started", [TRACE_COMPLETE] = "complete"};

    return stage == TRACE_UNKNOWN ? NULL : texts[stage];
}
