/* Finds out how far the collectives of a communicator are on the GPUs of its ranks.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/trace/gpu.h"
#include "common/text/memory.h"

/* Returns the number of the collective at a place in a member's list. */
static size_t number_of(const struct communicator_member *member, size_t place)
{
    return member->number - (member->count - 1 - place);
}

/* Returns the collective of a number, or NULL if it is not kept. */
static const struct communicator_collective *find_number(const struct communicator_member *member,
                                                         size_t number)
{
    size_t back = member->number - number;

    return number <= member->number && back < member->count
               ? &member->list[member->count - 1 - back]
               : NULL;
}

/* Returns the place of the first collective that a member's GPU has started and not completed, or
 * the list's count. A later start completes the earlier ones, except in a CUDA graph. */
static size_t find_running(const struct communicator_member *member)
{
    size_t running = member->count;
    int is_known = 0;

    for (size_t i = member->count; i-- > 0;) {
        const struct trace_progress *progress = &member->list[i].progress;

        if (progress->stage == TRACE_STARTED && (progress->is_captured || !is_known))
            running = i;
        if (!progress->is_captured && progress->stage >= TRACE_STARTED)
            is_known = 1;
    }
    return running;
}

enum gpu_place gpu_place(const struct communicator_member *member, const struct gpu_wait *wait)
{
    const struct communicator_collective *own =
        wait->call && !member->absent ? find_number(member, wait->number) : NULL;

    if (!own || own->progress.stage == TRACE_UNKNOWN)
        return GPU_UNKNOWN;
    int launches = (int8_t)(own->progress.launches - wait->call->progress.launches);
    if (launches)
        return launches < 0 ? GPU_BEHIND : GPU_DONE;
    if (own->progress.stage == TRACE_QUEUED)
        return GPU_BEHIND;
    return own->progress.stage == TRACE_STARTED ? GPU_RUNS : GPU_DONE;
}

struct gpu_wait gpu_find(const struct communicator *communicator)
{
    struct gpu_wait wait = {0};
    size_t there = 0;

    for (size_t i = 0; i < communicator->count; i++) {
        const struct communicator_member *member = &communicator->members[i];
        int is_known = !member->destroyed && member->ring->profiler;
        size_t place = is_known ? find_running(member) : member->count;

        if (place == member->count || (wait.call && number_of(member, place) >= wait.number))
            continue;
        wait.call = &member->list[place];
        wait.number = number_of(member, place);
    }
    for (size_t i = 0; i < communicator->count; i++)
        there += gpu_place(&communicator->members[i], &wait) >= GPU_RUNS;
    wait.is_everywhere = wait.call && there == communicator_ranks(communicator);
    return wait;
}

/* Returns a member's progress in a collective; in a CUDA graph, in the last launch on any rank. */
static enum trace_stage stage_of(const struct communicator_member *member,
                                 const struct communicator_collective *own,
                                 const struct gpu_wait *wait)
{
    static const enum trace_stage stages[] = {[GPU_UNKNOWN] = TRACE_UNKNOWN,
                                              [GPU_BEHIND] = TRACE_QUEUED,
                                              [GPU_RUNS] = TRACE_STARTED,
                                              [GPU_DONE] = TRACE_COMPLETE};

    return wait->call ? stages[gpu_place(member, wait)] : own->progress.stage;
}

struct gpu_counts gpu_count(const struct communicator *communicator)
{
    struct gpu_wait wait = gpu_find(communicator);
    struct gpu_counts counts = {.call = wait.call};
    size_t number = wait.call ? wait.number : communicator->furthest;

    if (!counts.call && communicator->leader)
        counts.call = communicator_last(communicator->leader);
    counts.later = communicator->furthest - number;
    for (size_t i = 0; i < communicator->count && counts.call; i++) {
        const struct communicator_member *member = &communicator->members[i];
        const struct communicator_collective *own =
            member->absent ? NULL : find_number(member, number);

        if (own)
            counts.ranks[stage_of(member, own, &wait)]++;
    }
    return counts;
}

const char *gpu_recorder_text(const struct trace_ring *ring)
{
    if (ring->who.completions == LAZYNCCL_COMPLETIONS_ASIDE)
        return "not recorded, because the user has a profiler";
    if (ring->who.completions != LAZYNCCL_COMPLETIONS_ON)
        return "off";
    return ring->profiler ? "recorded" : "not recorded, because NCCL has not started the profiler";
}

/* Returns why the completions of a communicator are unknown, to be freed, or NULL. */
static char *unknown_text(const struct communicator *communicator)
{
    for (size_t i = 0; i < communicator->count; i++) {
        const struct trace_ring *ring = communicator->members[i].ring;
        const char *recorder = gpu_recorder_text(ring);

        if (ring->who.completions)
            return memory_print("completion unknown%s%s", ring->profiler ? "" : ": ",
                                ring->profiler ? "" : recorder);
    }
    return NULL;
}

char *gpu_text(const struct communicator *communicator)
{
    static const enum trace_stage stages[] = {TRACE_COMPLETE, TRACE_STARTED, TRACE_QUEUED};
    struct gpu_counts counts = gpu_count(communicator);
    OWNED(strings) struct strings parts = {0};

    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
        if (counts.ranks[stages[i]])
            strings_print(&parts, "%s on %zu", trace_stage_text(stages[i]),
                          counts.ranks[stages[i]]);
    if (!parts.count)
        return counts.call ? unknown_text(communicator) : NULL;
    if (counts.ranks[TRACE_UNKNOWN])
        strings_print(&parts, "unknown on %zu", counts.ranks[TRACE_UNKNOWN]);
    OWNED(memory) char *list = strings_join(&parts, ", ");
    OWNED(memory) char *call = communicator_call_text(counts.call);
    return counts.later ? memory_print("on the GPUs, %zu before: %s: %s", counts.later, call, list)
                        : memory_print("on the GPUs: %s", list);
}
