/* Finds NCCL's communicators in traces, and the last collectives of their ranks.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A communicator is identified by a hash of its unique ID, which is the same on all ranks. If a
 * split or a shrink made the communicator, its parent identifies it, with its number among the
 * parent's parts. A rank's handle is in the record of the return of the function that made the
 * communicator. */
#include "tool/trace/communicators.h"
#include "common/text/memory.h"

#define SHIFTS 128      /* how many collectives a rank may lag behind if the first calls are lost */
#define COMPARED 64     /* how many calls are compared for each shift */
#define FIRST_PART 2048 /* the records that are read first if a ring has lost older ones */
#define SLACK 128       /* collectives beyond those kept, so that few are moved */

/* A handle of this process and the communicator that it identifies. */
struct known {
    uint64_t handle; /* 0: not known yet */
    size_t communicator, member;
    int made; /* the number of splits and shrinks of the communicator */
};

#define NO_WORD (-1)
struct shape {
    int is_known, has_stream;
    int handle;       /* the word of a function's records with the handle; or NO_WORD */
    int arguments[4]; /* the words with each of a collective's `arguments`; or NO_WORD */
};

/* A ring while it is read. */
struct pass {
    struct communicators *all;
    const struct trace_ring *ring;
    struct known *known;
    size_t known_count;
    struct shape *shapes; /* by the number of a function */
    struct waiting {
        int function, thread;
        size_t communicator, member;
    } * waiting; /* calls that create a communicator and have not returned so far */
    size_t waiting_count;
};

static const char *name_of(const struct trace_ring *ring, const struct trace_call *call)
{
    const char *name = ring->names[call->function];

    return strncmp(name, "pnccl", 5) == 0 ? name + 1 : name;
}

/* Returns which word of a record has a parameter, counted from 1, or NO_WORD. */
static int word_of(const struct trace_ring *ring, int function, int parameter)
{
    for (int i = 0; i < LAZYNCCL_RING_WORDS; i++)
        if (ring->recipes[function].parameter[i] == parameter)
            return i;
    return NO_WORD;
}

/* Returns an argument by the number of its parameter. */
static uint64_t argument(const struct trace_ring *ring, const struct trace_call *call, int number)
{
    int word = word_of(ring, call->function, number);

    return word == NO_WORD ? NO_ARGUMENT : call->words[word];
}

static size_t communicator_of(struct communicators *all, const char *key)
{
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->list[i].key, key) == 0)
            return i;
    *MEMORY_ADD(all->list, all->count) = (struct communicator){.key = memory_copy(key)};
    return all->count - 1;
}

/* Records that a call creates a communicator; the call may never return. */
static void begin_member(struct pass *pass, const struct trace_call *call, const char *key,
                         int rank, int ranks)
{
    size_t at = communicator_of(pass->all, key);
    struct communicator *communicator = &pass->all->list[at];

    communicator->ranks = ranks > communicator->ranks ? ranks : communicator->ranks;
    *MEMORY_ADD(pass->waiting, pass->waiting_count) =
        (struct waiting){call->function, call->thread, at, communicator->count};
    *MEMORY_ADD(communicator->members, communicator->count) = (struct communicator_member){
        .ring = pass->ring, .rank = rank, .waiting = 1, .lost = pass->ring->lost != 0};
}

/* Records that a call which creates a communicator has returned, with the new handle. */
static void end_member(struct pass *pass, const struct trace_call *call)
{
    for (size_t i = pass->waiting_count; i-- > 0;) {
        struct waiting *waiting = &pass->waiting[i];

        if (waiting->thread != call->thread || waiting->function != call->function)
            continue;
        struct communicator_member *member =
            &pass->all->list[waiting->communicator].members[waiting->member];
        member->waiting = 0;
        member->destroyed = call->words[0] != 0 && call->words[0] != 7; /* 7: ncclInProgress */
        *MEMORY_ADD(pass->known, pass->known_count) =
            (struct known){call->words[1], waiting->communicator, waiting->member, 0};
        pass->waiting[i] = pass->waiting[--pass->waiting_count];
        return;
    }
}

/* Returns the newest communicator with that handle, because addresses are reused; or else the only
 * one whose handle is not known yet, because a group sets the handles at its end; or else NULL. */
static struct known *find_handle(struct pass *pass, uint64_t handle)
{
    struct known *unknown = NULL;
    int count = 0;

    if (handle == 0 || handle == NO_ARGUMENT)
        return NULL;
    for (size_t i = pass->known_count; i-- > 0;) {
        if (pass->known[i].handle == handle)
            return &pass->known[i];
        if (!pass->known[i].handle) {
            unknown = &pass->known[i];
            count++;
        }
    }
    if (count != 1)
        return NULL;
    unknown->handle = handle;
    return unknown;
}

/* Records a call of ncclCommSplit() or ncclCommShrink(). The n-th calls of all ranks match. */
static void begin_part(struct pass *pass, const struct trace_call *call, int split)
{
    struct known *from = find_handle(pass, argument(pass->ring, call, 1));

    if (!from || (split && (int)argument(pass->ring, call, 2) < 0))
        return;
    const struct communicator *communicator = &pass->all->list[from->communicator];
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

/* Finds, by the types of the parameters, which words of a function's records are needed. */
static void read_shape(const struct trace_ring *ring, int function, struct shape *shape)
{
    static const char *const types[] = {"size_t", "ncclDataType_t", "ncclRedOp_t", "int"};
    struct recipe_parameter parameters[RECIPE_PARAMETERS];
    int count = trace_ring_parameters(ring, function, parameters);

    *shape = (struct shape){1, 0, NO_WORD, {NO_WORD, NO_WORD, NO_WORD, NO_WORD}};
    for (int i = 0; i < count; i++) {
        int word = word_of(ring, function, i + 1);

        shape->has_stream |= is_type(&parameters[i], "cudaStream_t");
        if (is_type(&parameters[i], "ncclComm_t"))
            shape->handle = word;
        for (size_t t = 0; t < sizeof types / sizeof *types; t++)
            if (is_type(&parameters[i], types[t]))
                shape->arguments[t] = word;
    }
}

/* Returns the shape of the called function, which is read once: rings have few functions. */
static const struct shape *shape_of(struct shape *shapes, const struct trace_ring *ring,
                                    const struct trace_call *call)
{
    struct shape *shape = &shapes[call->function];

    if (!shape->is_known)
        read_shape(ring, call->function, shape);
    return shape;
}

/* Returns the handle of a collective, which also has a stream; NO_ARGUMENT for other calls. */
static uint64_t handle_of(const struct shape *shape, const struct trace_call *call)
{
    return shape->has_stream && shape->handle != NO_WORD ? call->words[shape->handle] : NO_ARGUMENT;
}

static void read_collective(const struct shape *shape, const struct trace_call *call,
                            const char *name, struct communicator_collective *collective)
{
    *collective = (struct communicator_collective){
        .name = name, .time = call->time, .progress = call->progress};
    for (int t = 0; t < 4; t++) {
        uint64_t value =
            shape->arguments[t] == NO_WORD ? NO_ARGUMENT : call->words[shape->arguments[t]];

        collective->arguments[t] = t && value != NO_ARGUMENT ? (uint32_t)value : value;
    }
}

/* Adds a collective, and forgets old ones: a trace may have millions. */
static void add_collective(struct communicator_member *member,
                           const struct communicator_collective *collective)
{
    if (member->count == COMMUNICATOR_KEPT + SLACK) {
        member->count = COMMUNICATOR_KEPT;
        memmove(member->list, member->list + SLACK, COMMUNICATOR_KEPT * sizeof *member->list);
    }
    *MEMORY_ADD(member->list, member->count) = *collective;
    member->number++;
}

/* Returns the place of a rank among the peers, or the place at which to insert it. */
static size_t peer_place(const struct communicator_member *member, int rank)
{
    size_t from = 0, end = member->peer_count;

    if (end && member->peers[end - 1].rank < rank)
        return end;
    while (from < end) {
        size_t middle = from + (end - from) / 2;

        if (member->peers[middle].rank < rank)
            from = middle + 1;
        else
            end = middle;
    }
    return from;
}

const struct communicator_peer *communicator_peer(const struct communicator_member *member,
                                                  int rank)
{
    size_t at = peer_place(member, rank);

    return at < member->peer_count && member->peers[at].rank == rank ? &member->peers[at] : NULL;
}

/* Counts a call to another rank. Its n-th send belongs to the other rank's n-th receive. */
static void add_peer(struct communicator_member *member, int rank, int is_send)
{
    size_t at = peer_place(member, rank);

    if (at == member->peer_count || member->peers[at].rank != rank) {
        MEMORY_ADD(member->peers, member->peer_count);
        memmove(&member->peers[at + 1], &member->peers[at],
                (member->peer_count - 1 - at) * sizeof *member->peers);
        member->peers[at] = (struct communicator_peer){.rank = rank};
    }
    if (is_send)
        member->peers[at].sent++;
    else
        member->peers[at].received++;
}

static struct communicator_member *member_of(struct pass *pass, const struct known *known)
{
    return &pass->all->list[known->communicator].members[known->member];
}

/* Records what a call does to the communicators of its process. */
static void take_call(struct pass *pass, const struct trace_call *call)
{
    const char *name = name_of(pass->ring, call);
    struct communicator_collective collective;
    struct known *known;

    if (call->is_return) {
        end_member(pass, call);
    } else if (strncmp(name, "ncclCommInitRank", 16) == 0) {
        begin_rank(pass, call, name);
    } else if (strcmp(name, "ncclCommSplit") == 0 || strcmp(name, "ncclCommShrink") == 0) {
        begin_part(pass, call, strcmp(name, "ncclCommSplit") == 0);
    } else if (strcmp(name, "ncclCommDestroy") == 0 || strcmp(name, "ncclCommAbort") == 0) {
        known = find_handle(pass, call->words[0]);
        if (known)
            member_of(pass, known)->destroyed = 1;
    } else {
        const struct shape *shape = shape_of(pass->shapes, pass->ring, call);
        int is_send = strcmp(name, "ncclSend") == 0;

        known = find_handle(pass, handle_of(shape, call));
        if (known)
            read_collective(shape, call, name, &collective);
        if (known && (is_send || strcmp(name, "ncclRecv") == 0)) /* arguments[3]: the peer */
            add_peer(member_of(pass, known), (int)collective.arguments[3], is_send);
        else if (known)
            add_collective(member_of(pass, known), &collective);
    }
}

int communicator_same_call(const struct communicator_collective *a,
                           const struct communicator_collective *b)
{
    return strcmp(a->name, b->name) == 0 &&
           memcmp(a->arguments, b->arguments, sizeof a->arguments) == 0;
}

/* How well the last calls of two members match if one lags behind by a given number of calls. */
struct match {
    double different; /* the share of calls whose functions or arguments differ */
    double varied;    /* variance of the time between matching calls, as hosts' clocks differ */
};

/* Compares the last calls of two members. Returns 0, or -1 if too few calls would be compared. */
static int match_shifted(const struct communicator_member *a, const struct communicator_member *b,
                         long shift, struct match *match)
{
    double sum = 0, squares = 0, different = 0, constant = 0;
    long at = (long)a->count - (shift > 0 ? shift : 0), many = 0;
    long other = (long)b->count + (shift < 0 ? shift : 0);

    while (at-- > 0 && other-- > 0 && many < COMPARED) {
        double apart = a->list[at].time - b->list[other].time;

        constant = many++ ? constant : apart;
        apart -= constant; /* the clocks may differ by hours, the calls by milliseconds */
        different += !communicator_same_call(&a->list[at], &b->list[other]);
        sum += apart;
        squares += apart * apart;
    }
    if (many < COMPARED && (many == 0 || 2 * many < (long)a->count || 2 * many < (long)b->count))
        return -1;
    match->different = different / (double)many;
    match->varied = (squares - sum * sum / (double)many) / (double)many;
    return 0;
}

/* Returns by how many collectives `b` lags behind `a`, if earlier calls are lost: the shift at
 * which the fewest calls differ and the calls of both are most evenly apart in time. */
static long find_shift(const struct communicator_member *a, const struct communicator_member *b)
{
    struct match matches[2 * SHIFTS + 1];
    double mean = 0, least = 1e30;
    long best = 0, many = 0;

    for (long i = 0; i <= 2 * SHIFTS; i++) {
        if (match_shifted(a, b, i - SHIFTS, &matches[i]) != 0)
            matches[i].different = -1;
        else
            mean = (mean * (double)many + matches[i].varied) / (double)(many + 1);
        many += matches[i].different >= 0;
    }
    for (long i = 0; i <= 2 * SHIFTS; i++) {
        double misfit = 5 * matches[i].different + (mean > 0 ? matches[i].varied / mean : 0);

        if (matches[i].different < 0 || misfit > least || (misfit == least && i > SHIFTS))
            continue;
        least = misfit;
        best = i - SHIFTS;
    }
    return best;
}

/* If earlier calls are lost, aligns the last calls of all members with those of one member. Numbers
 * from 1000000 on are arbitrary, because only differences count. */
static void align(struct communicator *communicator)
{
    const struct communicator_member *one = communicator->members; /* the first with calls */

    for (size_t i = 0; i < communicator->count; i++) {
        communicator->lost |= communicator->members[i].lost;
        one = one->count ? one : &communicator->members[i];
    }
    for (size_t i = 0; communicator->lost && i < communicator->count; i++)
        if (communicator->members[i].count)
            communicator->members[i].number =
                (size_t)(1000000 - find_shift(one, &communicator->members[i]));
}

const struct communicator_collective *communicator_last(const struct communicator_member *member)
{
    return member->count ? &member->list[member->count - 1] : NULL;
}

char *communicator_call_text(const struct communicator_collective *collective)
{
    static const char *const types[] = {"int8",    "uint8",    "int32",      "uint32",
                                        "int64",   "uint64",   "float16",    "float32",
                                        "float64", "bfloat16", "float8e4m3", "float8e5m2"};
    static const char *const operations[] = {"sum", "product", "max", "min", "average"};
    OWNED(strings) struct strings parts = {0};

    if (!collective)
        return memory_copy("none");
    const uint64_t *a = collective->arguments;
    strings_print(&parts, "%s", collective->name);
    if (a[0] != NO_ARGUMENT && a[1] < sizeof types / sizeof *types)
        strings_print(&parts, "%llu of %s", (unsigned long long)a[0], types[a[1]]);
    else if (a[0] != NO_ARGUMENT)
        strings_print(&parts, "%llu of type %lld", (unsigned long long)a[0], (long long)a[1]);
    if (a[2] < sizeof operations / sizeof *operations)
        strings_print(&parts, "%s", operations[a[2]]);
    else if (a[2] != NO_ARGUMENT)
        strings_print(&parts, "operation %d", (int)a[2]);
    if (a[3] != NO_ARGUMENT)
        strings_print(&parts, "root %d", (int)a[3]);
    return strings_join(&parts, ", ");
}

/* Finds the number of the furthest members, and counts these members. */
static void count_entered(struct communicator *communicator)
{
    for (size_t i = 0; i < communicator->count; i++)
        if (communicator->members[i].number > communicator->furthest)
            communicator->furthest = communicator->members[i].number;
    for (size_t i = 0; i < communicator->count; i++)
        communicator->entered += !communicator->members[i].absent &&
                                 communicator->members[i].number == communicator->furthest;
}

/* Returns how many of the furthest members have the same last call as this one. */
static size_t count_same(const struct communicator *communicator,
                         const struct communicator_member *member)
{
    size_t same = 0;

    for (size_t i = 0; i < communicator->count; i++) {
        const struct communicator_member *other = &communicator->members[i];

        same += other->number == communicator->furthest && other->count &&
                communicator_same_call(communicator_last(member), communicator_last(other));
    }
    return same;
}

static int differs(const struct communicator *communicator,
                   const struct communicator_member *member)
{
    return member->count && communicator->leader && member->number == communicator->furthest &&
           !communicator_same_call(communicator_last(member),
                                   communicator_last(communicator->leader));
}

/* Chooses as leader the member whose last call most of the furthest members share. A last call that
 * differs from the leader's does not count as entered. */
static void find_leader(struct communicator *communicator)
{
    size_t most = 0;

    count_entered(communicator);
    for (size_t i = 0; i < communicator->count; i++) {
        const struct communicator_member *member = &communicator->members[i];
        int is_new = !communicator->leader || differs(communicator, member);
        size_t same = member->number == communicator->furthest && member->count && is_new
                          ? count_same(communicator, member)
                          : 0;

        if (same > most) {
            most = same;
            communicator->leader = member;
        }
    }
    for (size_t i = 0; i < communicator->count; i++) {
        struct communicator_member *member = &communicator->members[i];

        member->entered = member->number - (size_t)differs(communicator, member);
        if (!member->destroyed && communicator_steps(member) > communicator->awaited)
            communicator->awaited = communicator_steps(member);
    }
}

size_t communicator_steps(const struct communicator_member *member)
{
    if (member->absent)
        return 0;
    return member->waiting ? 1 : member->entered + 2;
}

size_t communicator_ranks(const struct communicator *communicator)
{
    return communicator->ranks ? (size_t)communicator->ranks : communicator->count;
}

static int by_rank(const void *a, const void *b)
{
    const struct communicator_member *m = a, *n = b;

    return TRACE_ORDER(m->rank, n->rank);
}

const struct communicator_member *communicator_find(const struct communicator *communicator,
                                                    int rank)
{
    const struct communicator_member wanted = {.rank = rank};

    return bsearch(&wanted, communicator->members, communicator->count,
                   sizeof *communicator->members, by_rank);
}

void communicators_add(struct communicators *all, const struct trace_ring *ring)
{
    struct pass pass = {.all = all,
                        .ring = ring,
                        .shapes = memory_get(ring->head.functions + 1, sizeof *pass.shapes)};

    for (size_t i = 0; i < ring->count; i++)
        take_call(&pass, &ring->calls[i]);
    free(pass.known);
    free(pass.waiting);
    free(pass.shapes);
}

void communicators_add_member(struct communicators *all, const char *key, int ranks,
                              const struct communicator_member *member)
{
    size_t at = communicator_of(all, key);
    struct communicator *communicator = &all->list[at];

    communicator->ranks = ranks > communicator->ranks ? ranks : communicator->ranks;
    *MEMORY_ADD(communicator->members, communicator->count) = *member;
}

/* A communicator of a ring, and how many of its collectives were read. */
struct counted {
    uint64_t handle;
    size_t count;
};

static struct counted *find_counted(struct counted *list, size_t count, uint64_t handle)
{
    for (size_t i = count; i-- > 0;)
        if (list[i].handle == handle)
            return &list[i];
    return NULL;
}

/* Returns 1 if enough collectives were read of each communicator that is not destroyed. */
static int has_enough(const struct trace_ring *ring, struct shape *shapes)
{
    struct counted *list = NULL, *found;
    size_t count = 0;
    int is_enough = 1;

    for (size_t i = 0; i < ring->count; i++) {
        const struct trace_call *call = &ring->calls[i];
        const char *name = name_of(ring, call);
        int ends = strcmp(name, "ncclCommDestroy") == 0 || strcmp(name, "ncclCommAbort") == 0;

        if (call->is_return && call->words[1])
            *MEMORY_ADD(list, count) = (struct counted){call->words[1], 0};
        if (call->is_return)
            continue;
        found = find_counted(list, count,
                             ends ? call->words[0] : handle_of(shape_of(shapes, ring, call), call));
        if (found && ends)
            *found = list[--count];
        else if (found)
            found->count++;
    }
    for (size_t i = 0; i < count; i++)
        is_enough &= list[i].count >= COMMUNICATOR_KEPT;
    free(list);
    return is_enough;
}

const char *communicators_read(struct trace_ring *ring)
{
    struct shape *shapes = memory_get(ring->head.functions + 1, sizeof *shapes);
    const char *why = NULL;
    uint64_t records = ring->head.mask + 1;

    for (uint64_t most = FIRST_PART; !why; most *= 4) {
        int is_all = ring->total <= records || most >= records;

        why = trace_ring_read(ring, 0, is_all ? UINT64_MAX : most);
        if (is_all || has_enough(ring, shapes))
            break;
    }
    free(shapes);
    return why;
}

void communicators_align(struct communicators *all)
{
    for (size_t i = 0; i < all->count; i++) {
        qsort(all->list[i].members, all->list[i].count, sizeof *all->list[i].members, by_rank);
        align(&all->list[i]);
        find_leader(&all->list[i]);
    }
}

void communicators_drop(struct communicator *communicator)
{
    for (size_t m = 0; m < communicator->count; m++) {
        free(communicator->members[m].list);
        free(communicator->members[m].peers);
    }
    free(communicator->members);
    free(communicator->key);
}

void communicators_free(struct communicators *all)
{
    for (size_t i = 0; i < all->count; i++)
        communicators_drop(&all->list[i]);
    free(all->list);
}
