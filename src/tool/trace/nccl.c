/* Finds NCCL's communicators in traces, and compares the last collective of their ranks.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A communicator is known by a hash of its unique ID, which all ranks have; one that was made by a
 * split or a shrink by the communicator before it and how many were made of that. A rank's handle
 * is known from the record of the return of the function that made it. */
#include "tool/trace/nccl.h"
#include "common/text/json.h"
#include "common/text/memory.h"
#include "common/text/style.h"

#define NONE UINT64_MAX
#define SHIFTS 32 /* how many collectives a rank may lag behind if the first calls are lost */

/* A handle of this process and the communicator that it identifies. */
struct known {
    uint64_t handle;
    size_t communicator, member;
    int made; /* communicators that were made of it */
};

/* A ring while it is read. */
struct pass {
    struct trace_communicators *all;
    const struct trace_ring *ring;
    struct known *known;
    size_t known_count;
    struct waiting {
        int function, thread;
        size_t communicator, member;
    } * waiting; /* calls without a return so far */
    size_t waiting_count;
};

static const char *name_of(const struct trace_ring *ring, const struct trace_call *call)
{
    const char *name = ring->names[call->function];

    return strncmp(name, "pnccl", 5) == 0 ? name + 1 : name;
}

/* Returns an argument by the number of its parameter, counted from 1. */
static uint64_t argument(const struct trace_ring *ring, const struct trace_call *call, int number)
{
    for (int i = 0; i < LAZYNCCL_RING_WORDS; i++)
        if (ring->recipes[call->function].parameter[i] == number)
            return call->words[i];
    return NONE;
}

static size_t communicator_of(struct trace_communicators *all, const char *key)
{
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->list[i].key, key) == 0)
            return i;
    *MEMORY_ADD(all->list, all->count) = (struct trace_communicator){.key = memory_copy(key)};
    return all->count - 1;
}

/* Records that a call creates a communicator; the call may never return. */
static void begin_member(struct pass *pass, const struct trace_call *call, const char *key,
                         int rank, int ranks)
{
    size_t at = communicator_of(pass->all, key);
    struct trace_communicator *communicator = &pass->all->list[at];

    communicator->ranks = ranks > communicator->ranks ? ranks : communicator->ranks;
    *MEMORY_ADD(pass->waiting, pass->waiting_count) =
        (struct waiting){call->function, call->thread, at, communicator->count};
    *MEMORY_ADD(communicator->members, communicator->count) =
        (struct trace_member){.ring = pass->ring,
                              .rank = rank,
                              .waiting = 1,
                              .lost = pass->ring->lost != 0,
                              .time = call->time};
}

static void end_member(struct pass *pass, const struct trace_call *call)
{
    for (size_t i = pass->waiting_count; i-- > 0;) {
        struct waiting *waiting = &pass->waiting[i];

        if (waiting->thread != call->thread || waiting->function != call->function)
            continue;
        struct trace_member *member =
            &pass->all->list[waiting->communicator].members[waiting->member];
        member->waiting = 0;
        member->destroyed = call->words[0] != 0 && call->words[0] != 7; /* 7: in progress */
        member->handle = call->words[1];
        *MEMORY_ADD(pass->known, pass->known_count) =
            (struct known){member->handle, waiting->communicator, waiting->member, 0};
        pass->waiting[i] = pass->waiting[--pass->waiting_count];
        return;
    }
}

/* Returns the newest communicator with that handle, because addresses are reused. */
static struct known *find_handle(struct pass *pass, uint64_t handle)
{
    for (size_t i = pass->known_count; i-- > 0;)
        if (pass->known[i].handle == handle)
            return &pass->known[i];
    return NULL;
}

/* ncclCommSplit() and ncclCommShrink(): the n-th of its kind that all ranks call. */
static void begin_part(struct pass *pass, const struct trace_call *call, int split)
{
    struct known *from = find_handle(pass, argument(pass->ring, call, 1));

    if (!from || (split && (int)argument(pass->ring, call, 2) < 0))
        return;
    const struct trace_communicator *communicator = &pass->all->list[from->communicator];
    int rank = communicator->members[from->member].rank;
    OWNED(memory)
    char *key = split ? memory_print("%s, split %d, color %d", communicator->key, ++from->made,
                                     (int)argument(pass->ring, call, 2))
                      : memory_print("%s, shrink %d", communicator->key, ++from->made);

    begin_member(pass, call, key, rank,
                 split ? 0 : communicator->ranks - (int)argument(pass->ring, call, 3));
}

static void begin_rank(struct pass *pass, const struct trace_call *call, const char *name)
{
    int scalable = strcmp(name, "ncclCommInitRankScalable") == 0;
    OWNED(memory)
    char *key =
        memory_print("%016llx", (unsigned long long)argument(pass->ring, call, scalable ? 5 : 3));

    begin_member(pass, call, key, (int)argument(pass->ring, call, scalable ? 3 : 4),
                 (int)argument(pass->ring, call, 2));
}

static int is_type(const struct recipe_parameter *parameter, const char *type)
{
    return (int)strlen(type) == parameter->length &&
           strncmp(parameter->type, type, strlen(type)) == 0;
}

/* Parses a call of a collective, which has a communicator and a stream. Returns its handle, or
 * NONE. */
static uint64_t read_collective(const struct trace_ring *ring, const struct trace_call *call,
                                const char *name, struct trace_collective *collective)
{
    struct recipe_parameter parameters[RECIPE_PARAMETERS];
    int count = trace_ring_parameters(ring, call->function, parameters), stream = 0;
    uint64_t handle = NONE;

    *collective = (struct trace_collective){name, call->time, {NONE, NONE, NONE, NONE}, 0};
    if (strncmp(name, "ncclSend", 8) == 0 || strncmp(name, "ncclRecv", 8) == 0)
        return NONE;
    for (int i = 0; i < count; i++) {
        static const char *const types[] = {"size_t", "ncclDataType_t", "ncclRedOp_t", "int"};
        uint64_t value = argument(ring, call, i + 1);

        stream |= is_type(&parameters[i], "cudaStream_t");
        if (is_type(&parameters[i], "ncclComm_t"))
            handle = value;
        for (size_t t = 0; t < sizeof types / sizeof *types; t++)
            if (is_type(&parameters[i], types[t]))
                collective->arguments[t] = t ? (uint32_t)value : value;
    }
    return stream ? handle : NONE;
}

static void take_call(struct pass *pass, const struct trace_call *call)
{
    const char *name = name_of(pass->ring, call);
    struct trace_collective collective;
    struct known *known;

    if (call->returned) {
        end_member(pass, call);
    } else if (strncmp(name, "ncclCommInitRank", 16) == 0) {
        begin_rank(pass, call, name);
    } else if (strcmp(name, "ncclCommSplit") == 0 || strcmp(name, "ncclCommShrink") == 0) {
        begin_part(pass, call, strcmp(name, "ncclCommSplit") == 0);
    } else if (strcmp(name, "ncclCommDestroy") == 0 || strcmp(name, "ncclCommAbort") == 0) {
        known = find_handle(pass, call->words[0]);
        if (known)
            pass->all->list[known->communicator].members[known->member].destroyed = 1;
    } else {
        known = find_handle(pass, read_collective(pass->ring, call, name, &collective));
        if (!known)
            return;
        struct trace_member *member = &pass->all->list[known->communicator].members[known->member];
        collective.number = member->count + 1;
        *MEMORY_ADD(member->list, member->count) = collective;
    }
}

static int same_call(const struct trace_collective *a, const struct trace_collective *b)
{
    return strcmp(a->name, b->name) == 0 &&
           memcmp(a->arguments, b->arguments, sizeof a->arguments) == 0;
}

/* Measures how badly the calls of two members match when shifted: the number of different calls,
 * and the variance of the time between them, because the clocks of hosts differ by a constant. */
static double misfit(const struct trace_member *a, const struct trace_member *b, long shift)
{
    double sum = 0, squares = 0, wrong = 0;
    long many = 0;

    for (long i = 1; i <= 2 * SHIFTS; i++) {
        long at = (long)a->count - i, other = (long)b->count - i + shift;

        if (at < 0 || other < 0 || other >= (long)b->count)
            continue;
        double apart = a->list[at].time - b->list[other].time;
        wrong += !same_call(&a->list[at], &b->list[other]);
        sum += apart;
        squares += apart * apart;
        many++;
    }
    if (many == 0)
        return 1e30;
    return wrong * 1e6 / (double)many + squares / (double)many -
           sum / (double)many * (sum / (double)many) + 1e-9 / (double)many;
}

/* If earlier calls are lost, aligns the last calls of each member with the first member's. */
static void align(struct trace_communicator *communicator)
{
    const struct trace_member *first = communicator->members;
    int lost = 0;

    for (size_t i = 0; i < communicator->count; i++)
        lost |= communicator->members[i].lost;
    for (size_t i = 0; lost && i < communicator->count; i++) {
        struct trace_member *member = &communicator->members[i];
        long best = 0;

        for (long shift = -SHIFTS; shift <= SHIFTS; shift++)
            if (misfit(first, member, shift) < misfit(first, member, best))
                best = shift;
        for (size_t c = 0; c < member->count; c++)
            member->list[c].number = (size_t)(1000000 - (long)(member->count - 1 - c) - best);
    }
}

static int by_rank(const void *a, const void *b)
{
    const struct trace_member *m = a, *n = b;

    return m->rank < n->rank ? -1 : m->rank > n->rank;
}

struct trace_communicators trace_nccl_find(const struct trace_ring *rings, size_t count)
{
    struct trace_communicators all = {0};

    for (size_t r = 0; r < count; r++) {
        struct pass pass = {.all = &all, .ring = &rings[r]};

        for (size_t i = 0; i < rings[r].count; i++)
            take_call(&pass, &rings[r].calls[i]);
        free(pass.known);
        free(pass.waiting);
    }
    for (size_t i = 0; i < all.count; i++) {
        qsort(all.list[i].members, all.list[i].count, sizeof *all.list[i].members, by_rank);
        align(&all.list[i]);
    }
    return all;
}

void trace_nccl_free(struct trace_communicators *all)
{
    for (size_t i = 0; i < all->count; i++) {
        for (size_t m = 0; m < all->list[i].count; m++)
            free(all->list[i].members[m].list);
        free(all->list[i].members);
        free(all->list[i].key);
    }
    free(all->list);
}

static const struct trace_collective *last_of(const struct trace_member *member)
{
    return member->count ? &member->list[member->count - 1] : NULL;
}

static size_t number_of(const struct trace_member *member)
{
    return member->count ? last_of(member)->number : 0;
}

/* "ncclAllReduce, 1024 of float32, sum, root 0", to be freed. */
static char *text_of(const struct trace_collective *collective)
{
    static const char *const types[] = {"int8",    "uint8",    "int32",      "uint32",
                                        "int64",   "uint64",   "float16",    "float32",
                                        "float64", "bfloat16", "float8e4m3", "float8e5m2"};
    static const char *const operations[] = {"sum", "product", "max", "min", "average"};
    const uint64_t *a = collective->arguments;
    OWNED(strings) struct strings parts = {0};

    strings_print(&parts, "%s", collective->name);
    if (a[0] != NONE && a[1] < sizeof types / sizeof *types)
        strings_print(&parts, "%llu of %s", (unsigned long long)a[0], types[a[1]]);
    else if (a[0] != NONE)
        strings_print(&parts, "%llu of type %lld", (unsigned long long)a[0], (long long)a[1]);
    if (a[2] < sizeof operations / sizeof *operations)
        strings_print(&parts, "%s", operations[a[2]]);
    else if (a[2] != NONE)
        strings_print(&parts, "operation %d", (int)a[2]);
    if (a[3] != NONE)
        strings_print(&parts, "root %d", (int)a[3]);
    return strings_join(&parts, ", ");
}

/* Returns the collective that most of the leading members called last. */
static const struct trace_collective *most_common(const struct trace_communicator *communicator,
                                                  size_t number)
{
    const struct trace_collective *best = NULL;
    size_t most = 0;

    for (size_t i = 0; i < communicator->count; i++) {
        const struct trace_collective *mine = last_of(&communicator->members[i]);
        size_t same = 0;

        if (number_of(&communicator->members[i]) != number || !mine ||
            (best && same_call(mine, best)))
            continue;
        for (size_t j = 0; j < communicator->count; j++)
            same += number_of(&communicator->members[j]) == number &&
                    same_call(mine, last_of(&communicator->members[j]));
        if (same > most) {
            most = same;
            best = mine;
        }
    }
    return best;
}

/* Ranks that share one message. */
struct said {
    char *text;
    int *ranks;
    size_t count;
    const struct trace_member *only; /* the first rank; NULL if these left no trace */
};

static void say(struct said **list, size_t *count, int rank, const struct trace_member *member,
                char *text)
{
    size_t i = 0;

    while (i < *count && strcmp((*list)[i].text, text) != 0)
        i++;
    if (i == *count)
        *MEMORY_ADD(*list, *count) = (struct said){.text = memory_copy(text), .only = member};
    *MEMORY_ADD((*list)[i].ranks, (*list)[i].count) = rank;
    free(text);
}

/* "rank 3", "ranks 0-2,5", to be freed. */
static char *ranks_text(const struct said *said)
{
    OWNED(strings) struct strings parts = {0};

    for (size_t i = 0, end; i < said->count; i = end) {
        for (end = i + 1; end < said->count && said->ranks[end] == said->ranks[end - 1] + 1; end++)
            ;
        if (end - i > 1)
            strings_print(&parts, "%d-%d", said->ranks[i], said->ranks[end - 1]);
        else
            strings_print(&parts, "%d", said->ranks[i]);
    }
    OWNED(memory) char *list = strings_join(&parts, ",");
    return memory_print("rank%s %s", said->count > 1 ? "s" : "", list);
}

static char *ago(const struct trace_ring *ring, double time)
{
    return ring->now ? memory_print(", %.1f s ago", ring->now - time) : memory_copy("");
}

/* Says what is wrong with a rank, or NULL if nothing. The caller frees it. */
static char *fault_of(const struct trace_member *member, size_t furthest,
                      const struct trace_collective *usual)
{
    const char *state = trace_ring_state_text(member->ring);
    const struct trace_collective *last = last_of(member);

    if (member->waiting && member->ring->state != TRACE_ENDED)
        return memory_print("%s in the call that makes the communicator", state);
    if (member->waiting)
        return memory_copy("ended in the call that makes the communicator");
    if (number_of(member) < furthest) {
        OWNED(memory) char *text = last ? text_of(last) : memory_copy("none");
        return memory_print("%s, has not entered: %zu behind, its last is %s", state,
                            furthest - number_of(member), text);
    }
    if (last && usual && !same_call(last, usual)) {
        OWNED(memory) char *text = text_of(last);
        return memory_print("%s, differs: %s", state, text);
    }
    if (!member->destroyed && member->ring->state == TRACE_ENDED)
        return memory_copy("ended without destroying the communicator");
    return !member->destroyed && member->ring->state == TRACE_STOPPED ? memory_copy("stopped")
                                                                      : NULL;
}

/* Adds the faults of a communicator's ranks. */
static struct said *faults_of(const struct trace_communicator *communicator, size_t furthest,
                              const struct trace_collective *usual, size_t *count)
{
    struct said *list = NULL;
    int next = 0;

    *count = 0;
    for (size_t i = 0; i < communicator->count; i++) {
        const struct trace_member *member = &communicator->members[i];
        char *text = fault_of(member, furthest, usual);

        for (; communicator->ranks && next < member->rank; next++)
            say(&list, count, next, NULL, memory_copy("no trace of it"));
        next = member->rank + 1;
        if (text)
            say(&list, count, member->rank, member, text);
    }
    for (; next < communicator->ranks && !strstr(communicator->key, "shrink"); next++)
        say(&list, count, next, NULL, memory_copy("no trace of it"));
    return list;
}

static size_t furthest_of(const struct trace_communicator *communicator, size_t *entered)
{
    size_t furthest = 0;

    *entered = 0;
    for (size_t i = 0; i < communicator->count; i++)
        if (number_of(&communicator->members[i]) > furthest)
            furthest = number_of(&communicator->members[i]);
    for (size_t i = 0; i < communicator->count; i++)
        *entered += number_of(&communicator->members[i]) == furthest;
    return furthest;
}

static int is_closed(const struct trace_communicator *communicator)
{
    for (size_t i = 0; i < communicator->count; i++)
        if (!communicator->members[i].destroyed)
            return 0;
    return 1;
}

static size_t ranks_of(const struct trace_communicator *communicator)
{
    return communicator->ranks ? (size_t)communicator->ranks : communicator->count;
}

size_t trace_nccl_show(const struct trace_communicators *all, const struct style *style)
{
    size_t wrong = 0, closed = 0;

    for (size_t i = 0; i < all->count; i++) {
        const struct trace_communicator *communicator = &all->list[i];
        size_t entered, furthest = furthest_of(communicator, &entered), count;
        const struct trace_collective *usual = most_common(communicator, furthest);
        struct said *faults = faults_of(communicator, furthest, usual, &count);

        if (!count && is_closed(communicator)) {
            closed++;
            continue;
        }
        style_line(style, "communicator %s: %zu ranks", communicator->key, ranks_of(communicator));
        if (usual) {
            const struct trace_member *member = communicator->members;
            while (number_of(member) != furthest)
                member++;
            OWNED(memory) char *text = text_of(usual), *when = ago(member->ring, usual->time);
            style_line(style, "  %s: entered by %zu of %zu%s", text, entered,
                       ranks_of(communicator), when);
        } else {
            style_line(style, "  no collective yet");
        }
        for (size_t f = 0; f < count; f++) {
            const struct trace_ring *ring = faults[f].only ? faults[f].only->ring : NULL;
            OWNED(memory) char *ranks = ranks_text(&faults[f]);
            OWNED(memory)
            char *process = ring && faults[f].count == 1
                                ? memory_print(" (process %u, %s, on %s)", ring->head.process,
                                               ring->head.command, ring->head.host)
                                : memory_copy("");

            style_line(style, "  %s%s: %s", ranks, process, faults[f].text);
            free(faults[f].text);
            free(faults[f].ranks);
        }
        free(faults);
        wrong += count > 0;
    }
    if (closed)
        style_line(style, "%zu communicator%s destroyed by all ranks", closed,
                   closed > 1 ? "s were" : " was");
    return wrong;
}

size_t trace_nccl_json(const struct trace_communicators *all, struct json *json)
{
    size_t wrong = 0;

    json_begin(json, "communicators", '[');
    for (size_t i = 0; i < all->count; i++) {
        const struct trace_communicator *communicator = &all->list[i];
        size_t entered, furthest = furthest_of(communicator, &entered), count;
        const struct trace_collective *usual = most_common(communicator, furthest);
        struct said *faults = faults_of(communicator, furthest, usual, &count);
        OWNED(memory) char *text = usual ? text_of(usual) : NULL;

        json_begin(json, NULL, '{');
        json_string(json, "communicator", communicator->key);
        json_number(json, "ranks", (long)ranks_of(communicator));
        json_string(json, "last", text);
        json_number(json, "entered", usual ? (long)entered : 0);
        json_begin(json, "faults", '[');
        for (size_t f = 0; f < count; f++) {
            OWNED(memory) char *ranks = ranks_text(&faults[f]);

            json_row(json, NULL, JSON_TEXT("ranks", ranks), JSON_TEXT("what", faults[f].text));
            free(faults[f].text);
            free(faults[f].ranks);
        }
        json_end(json, ']');
        json_end(json, '}');
        free(faults);
        wrong += count > 0;
    }
    json_end(json, ']');
    return wrong;
}
