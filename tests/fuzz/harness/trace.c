/* Fuzzes the reader of traces, and what is concluded from those of two processes.
 *
 * An input has two halves, a trace each: a header with recipes and names, and records for both of
 * its rings. Gaps of a file are not in it, and the checks of records are put right if its first
 * byte is even, because a fuzzer would hardly find one that fits. */
#define _GNU_SOURCE
#include "common/text/json.h"
#include "common/text/memory.h"
#include "common/text/style.h"
#include "fuzz.h"
#include "tool/trace/calls.h"
#include "tool/trace/faults.h"

#define MOST (1 << 20) /* bytes of a file */
#define RECORD sizeof(struct lazynccl_ring_record)

static void put(int fd, const void *data, size_t size, uint64_t at)
{
    if (at < MOST && size < MOST && pwrite(fd, data, size, (off_t)at) != (ssize_t)size)
        abort();
}

/* Returns a copy of the records whose checks fit. */
static struct lazynccl_ring_record *copy_records(const uint8_t *data, size_t count, int right)
{
    struct lazynccl_ring_record *records = memory_get(count + 1, RECORD);

    memcpy(records, data, count * RECORD);
    for (size_t i = 0; i < count && right; i++)
        records[i].check = lazynccl_ring_check(&records[i], (uint32_t)records[i].check);
    return records;
}

/* Returns an open file with a trace. */
static int write_trace(const uint8_t *data, size_t size, int right)
{
    int fd = memfd_create("trace", MFD_CLOEXEC);
    struct lazynccl_ring head = {.size = 0};
    size_t first, count;

    if (fd < 0)
        abort();
    memcpy(&head, data, size < sizeof head ? size : sizeof head);
    first = size < 1024 ? size : 1024;
    count = (size - first) / RECORD;
    put(fd, data, first, 0);
    struct lazynccl_ring_record *records = copy_records(data + first, count, right);
    put(fd, records, count / 4 * RECORD, head.kept);
    put(fd, records + count / 4, (count - count / 4) * RECORD, head.records);
    free(records);
    if (head.size < MOST && ftruncate(fd, (off_t)head.size) != 0)
        abort();
    return fd;
}

static void check_calls(const struct trace_ring *ring)
{
    for (size_t i = 0; i < ring->count; i++) {
        const struct trace_call *call = &ring->calls[i];

        fuzz_check(call->function >= 0 && (uint32_t)call->function < ring->head.functions,
                   "a call is of a function");
        fuzz_check(call->thread > 0 && call->thread <= ring->thread_count, "a thread has a number");
        fuzz_check(i == 0 || call->sequence >= call[-1].sequence, "calls are in order");
        fuzz_check(call->sequence <= ring->total, "a call was made");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct communicators all = {0};
    struct trace_ring rings[2];
    struct style style = {.more = 0};
    struct json json = {.to = stdout};
    int is_open[2];

    for (int i = 0; i < 2; i++) {
        int fd = write_trace(data + (i ? size / 2 : 0), size / 2, size > 0 && data[0] % 2 == 0);
        OWNED(memory) char *path = memory_print("/proc/self/fd/%d", fd);
        const char *why = trace_ring_open(&rings[i], path);

        is_open[i] = !why;
        fuzz_check(!why || *why, "a reason");
        if (is_open[i] && !trace_ring_read(&rings[i], 0, UINT64_MAX)) {
            check_calls(&rings[i]);
            communicators_add(&all, &rings[i]);
            calls_show(&rings[i], 1);
            calls_json(&rings[i], 1, &json);
            trace_ring_drop(&rings[i]);
        }
        close(fd);
    }
    communicators_align(&all);
    fuzz_check(faults_show(&all, &style) <= all.count, "a communicator is counted once");
    fuzz_check(faults_json(&all, &json) <= all.count, "a communicator is counted once");
    communicators_free(&all);
    for (int i = 0; i < 2; i++)
        if (is_open[i])
            trace_ring_free(&rings[i]);
    return 0;
}

int LLVMFuzzerInitialize(int *count, char ***words);
int LLVMFuzzerInitialize(int *count, char ***words)
{
    (void)count;
    (void)words;
    return freopen("/dev/null", "w", stdout) ? 0 : -1;
}
