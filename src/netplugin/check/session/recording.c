/* Reads a recording and checks each of its calls.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "netplugin/check/session/recording.h"
#include "common/text/memory.h"
#include "netplugin/core/net.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_COMMS (1u << 20)
#define MOST_BYTES ((uint64_t)1 << 30) /* of a message */
#define MOST_UNWRITTEN 10000           /* calls in a row: of threads at the end of the process */
#define FAR 100000                     /* calls between a request's making and its end */

static char *map(const char *path, struct recording *r)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat file;
    void *mapped = MAP_FAILED;

    if (fd < 0)
        return memory_copy(strerror(errno));
    if (fstat(fd, &file) == 0 && (size_t)file.st_size >= sizeof *r->head)
        mapped = mmap(NULL, (size_t)file.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (mapped == MAP_FAILED)
        return memory_copy("it is not a recording of NCCL's calls");
    *r = (struct recording){.head = mapped, .size = (size_t)file.st_size};
    r->calls = (const struct lazynccl_record_call *)(r->head + 1);
    r->count = r->head->count;
    return NULL;
}

static char *check_head(const struct recording *r)
{
    const struct lazynccl_record_head *head = r->head;
    uint64_t there = (r->size - sizeof *head) / sizeof *r->calls;

    if (memcmp(head->magic, LAZYNCCL_RECORD_MAGIC, sizeof LAZYNCCL_RECORD_MAGIC) != 0)
        return memory_copy("it is not a recording of NCCL's calls");
    if (head->version != LAZYNCCL_RECORD_VERSION || head->call_size != sizeof *r->calls)
        return memory_print("it has version %u of the format, and this lazynccl reads %d",
                            head->version, LAZYNCCL_RECORD_VERSION);
    if (r->count > there)
        return memory_print("it is cut off: it has %" PRIu64 " of %" PRIu64 " calls", there,
                            r->count);
    return r->count ? NULL : memory_copy("it has no calls");
}

int recording_group(const struct recording *r, uint64_t first)
{
    const struct lazynccl_record_call *call = &r->calls[first];
    int many = call->kind == LAZYNCCL_RECORD_RECEIVE || call->kind == LAZYNCCL_RECORD_DONE;
    int count = many && call->count ? call->count : 1;

    for (int i = 0; i < count; i++)
        if (first + (uint64_t)i >= r->count || call[i].kind != call->kind || call[i].at != i ||
            call[i].request != call->request || call[i].comm != call->comm)
            return 0;
    return count;
}

/* Adds the features that a plugin needs to replay this call. */
static void add_demands(struct recording *r, const struct lazynccl_record_call *call)
{
    if (call->comm >= r->comms)
        r->comms = call->comm + 1;
    if (call->kind == LAZYNCCL_RECORD_RECEIVE && call->count > r->together)
        r->together = call->count;
    if (call->kind == LAZYNCCL_RECORD_SEND && call->size > r->most)
        r->most = call->size;
}

/* Returns the fault of a call, or NULL. `comms` has the kind of each comm. */
static const char *fault_of(const struct lazynccl_record_call *call, unsigned char *comms)
{
    unsigned kind = call->kind;

    if (kind >= LAZYNCCL_RECORD_KINDS || call->count > LAZYNCCL_NET_MAX_RECVS ||
        (call->count && call->at >= call->count) || call->comm >= MOST_COMMS)
        return "its bytes are not those of a call";
    switch (kind) {
    case LAZYNCCL_RECORD_CONNECT:
    case LAZYNCCL_RECORD_ACCEPT:
        comms[call->comm] = (unsigned char)kind;
        return NULL;
    case LAZYNCCL_RECORD_SEND:
    case LAZYNCCL_RECORD_RECEIVE:
        if (comms[call->comm] !=
            (kind == LAZYNCCL_RECORD_SEND ? LAZYNCCL_RECORD_CONNECT : LAZYNCCL_RECORD_ACCEPT))
            return "its connection was not opened before";
        if (call->size > MOST_BYTES)
            return "its message has more than 1 GiB";
        return call->count ? NULL : "it has no message";
    default:
        return NULL;
    }
}

static char *check_calls(struct recording *r)
{
    OWNED(memory) char *comms = memory_get(MOST_COMMS, 1);
    const char *why = NULL;
    uint64_t i = 0, step, unwritten = 0;

    for (; i < r->count && !why; i += step) {
        unwritten = r->calls[i].kind == LAZYNCCL_RECORD_NOTHING ? unwritten + 1 : 0;
        step = (uint64_t)recording_group(r, i);
        why = fault_of(&r->calls[i], (unsigned char *)comms);
        if (unwritten > MOST_UNWRITTEN)
            why = "no call up to it was written";
        if (!why && !step)
            why = "the messages of its request are not together";
        if (!why)
            add_demands(r, &r->calls[i]);
        if (why)
            return memory_print("call %" PRIu64 " of %" PRIu64 " is damaged: %s", i + 1, r->count,
                                why);
    }
    return r->comms > 1 ? NULL : memory_copy("it has no connections");
}

char *recording_open(const char *path, struct recording *r)
{
    char *why = map(path, r);

    if (!why)
        why = check_head(r);
    if (!why)
        why = check_calls(r);
    if (why)
        recording_close(r);
    return why;
}

void recording_close(struct recording *r)
{
    if (r->head)
        munmap((void *)(uintptr_t)r->head, r->size);
    *r = (struct recording){.head = NULL};
}

const struct lazynccl_record_call *recording_done(const struct recording *r, uint64_t made)
{
    const struct lazynccl_record_call *from = &r->calls[made];
    uint64_t end = r->count - made > FAR ? made + FAR : r->count;

    for (const struct lazynccl_record_call *call = from + 1; call < r->calls + end; call++)
        if (call->kind == LAZYNCCL_RECORD_DONE && call->request == from->request &&
            (call->comm == from->comm || !call->comm))
            return call;
    return NULL;
}
