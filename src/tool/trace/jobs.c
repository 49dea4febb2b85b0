/* Tells apart the jobs in one folder, and finds the ranks that have made no communicator.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/trace/jobs.h"
#include "common/text/memory.h"

enum { NAMED = 5 };            /* jobs or hosts in one line */
enum { MOST_RANKS = 1 << 24 }; /* of a job */
enum { LONG_LIST = 60 };       /* characters of a list of ranks */
#define UNNAMED "unnamed"      /* what a job without a name is called */

/* Returns the first process of a process's job, and shortens the way to it. */
static size_t find_job(size_t *job_of, size_t at)
{
    while (job_of[at] != at) {
        job_of[at] = job_of[job_of[at]];
        at = job_of[at];
    }
    return at;
}

static void join(size_t *job_of, size_t a, size_t b)
{
    size_t first = find_job(job_of, a), second = find_job(job_of, b);

    if (first < second)
        job_of[second] = first;
    else
        job_of[first] = second;
}

static int by_job(const void *a, const void *b, void *context)
{
    const struct trace_ring *rings = context;

    return strcmp(rings[*(const size_t *)a].who.job, rings[*(const size_t *)b].who.job);
}

static void join_names(size_t *job_of, const struct trace_ring *rings, size_t count)
{
    size_t *order = memory_get(count + 1, sizeof *order);

    for (size_t i = 0; i < count; i++)
        order[i] = i;
    if (count)
        qsort_r(order, count, sizeof *order, by_job, (void *)(uintptr_t)rings);
    for (size_t i = 1; i < count; i++)
        if (strcmp(rings[order[i]].who.job, rings[order[i - 1]].who.job) == 0)
            join(job_of, order[i], order[i - 1]);
    free(order);
}

/* What decides which job is the newest. */
struct facts {
    size_t job;
    uint64_t loaded; /* when its last process started */
    int is_real;     /* 1: it has a rank or a communicator, and is not only a launcher */
    const char *name;
};

static int by_age(const void *a, const void *b)
{
    const struct facts *f = a, *g = b;

    if (f->is_real != g->is_real)
        return TRACE_ORDER(g->is_real, f->is_real);
    if (f->loaded != g->loaded)
        return TRACE_ORDER(g->loaded, f->loaded);
    return TRACE_ORDER(f->job, g->job);
}

/* Returns the facts about each job, indexed by the job's first process. */
static struct facts *list_jobs(const struct jobs *jobs, const struct trace_ring *rings,
                               size_t count, const struct communicators *all)
{
    struct facts *list = memory_get(count + 1, sizeof *list);

    for (size_t i = 0; i < count; i++) {
        struct facts *job = &list[jobs->job_of[i]];

        job->job = jobs->job_of[i];
        job->is_real |= rings[i].who.rank >= 0;
        if (rings[i].who.loaded > job->loaded)
            job->loaded = rings[i].who.loaded;
        if (!job->name || !*job->name)
            job->name = rings[i].who.job;
    }
    for (size_t c = 0; c < all->count; c++)
        list[jobs->job_of[all->list[c].members[0].ring - rings]].is_real = 1;
    return list;
}

/* Returns 1 and marks the ranks of a job if none of them is marked. */
static int mark_ranks(const struct jobs *jobs, const struct trace_ring *rings, size_t count,
                      size_t job, char *marked, int32_t ranks)
{
    for (int is_marking = 0; is_marking < 2; is_marking++)
        for (size_t i = 0; i < count; i++) {
            const struct lazynccl_identity *who = &rings[i].who;

            if (jobs->job_of[i] != job || who->rank < 0 || who->rank >= ranks)
                continue;
            if (!is_marking && marked[who->rank])
                return 0;
            marked[who->rank] |= (char)is_marking;
        }
    return 1;
}

/* Returns the number of ranks of a job that no launcher but only `lazynccl run` has named, or 0. */
static int32_t ranks_of_run(const struct jobs *jobs, const struct trace_ring *rings, size_t count,
                            size_t job)
{
    int32_t ranks = 0;

    for (size_t i = 0; i < count; i++) {
        if (jobs->job_of[i] != job || rings[i].who.rank < 0)
            continue;
        if (!rings[i].who.is_job_of_run || rings[i].who.ranks > MOST_RANKS)
            return 0;
        ranks = rings[i].who.ranks;
    }
    return ranks;
}

/* Joins the jobs that `lazynccl run` has named on each host because the launcher names none: jobs
 * with as many ranks, and no rank in common, are one job. `list`: the newest first. */
static void join_hosts(struct jobs *jobs, const struct trace_ring *rings, size_t count,
                       const struct facts *list, size_t jobs_count)
{
    for (size_t i = 0; i < jobs_count; i++) {
        int32_t ranks = ranks_of_run(jobs, rings, count, list[i].job);
        char *marked = ranks > 0 ? memory_get((size_t)ranks, 1) : NULL;

        if (marked)
            mark_ranks(jobs, rings, count, list[i].job, marked, ranks);
        for (size_t k = i + 1; marked && k < jobs_count; k++)
            if (ranks_of_run(jobs, rings, count, list[k].job) == ranks &&
                mark_ranks(jobs, rings, count, list[k].job, marked, ranks))
                for (size_t n = 0; n < count; n++)
                    if (jobs->job_of[n] == list[k].job)
                        jobs->job_of[n] = list[i].job;
        free(marked);
    }
}

static int is_named(const struct jobs *jobs, const struct trace_ring *rings, size_t count,
                    size_t job, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (jobs->job_of[i] == job &&
            strcmp(rings[i].who.job, strcmp(name, UNNAMED) ? name : "") == 0)
            return 1;
    return 0;
}

/* Chooses the job, and lists the names of the others. */
static void choose(struct jobs *jobs, const struct trace_ring *rings, size_t count,
                   const struct communicators *all, const char *name)
{
    struct facts *list = list_jobs(jobs, rings, count, all);
    size_t jobs_count = 0;

    for (size_t i = 0; i < count; i++)
        if (list[i].name)
            list[jobs_count++] = list[i];
    qsort(list, jobs_count, sizeof *list, by_age);
    join_hosts(jobs, rings, count, list, jobs_count);
    for (size_t i = 0; i < jobs_count; i++) {
        if (jobs->job_of[list[i].job] != list[i].job)
            continue; /* joined */
        int fits = name ? is_named(jobs, rings, count, list[i].job, name) : i == 0;

        if (fits && jobs->chosen == SIZE_MAX)
            jobs->chosen = list[i].job;
        else if (list[i].is_real)
            strings_print(&jobs->names, "%s", *list[i].name ? list[i].name : UNNAMED);
    }
    free(list);
}

static void drop_others(const struct jobs *jobs, const struct trace_ring *rings,
                        struct communicators *all)
{
    size_t count = 0;

    for (size_t c = 0; c < all->count; c++)
        if (jobs->job_of[all->list[c].members[0].ring - rings] == jobs->chosen)
            all->list[count++] = all->list[c];
        else
            communicators_drop(&all->list[c]);
    all->count = count;
}

struct jobs jobs_choose(const struct trace_ring *rings, size_t count, struct communicators *all,
                        const char *name)
{
    struct jobs jobs = {.job_of = memory_get(count + 1, sizeof *jobs.job_of), .chosen = SIZE_MAX};

    for (size_t i = 0; i < count; i++)
        jobs.job_of[i] = i;
    join_names(jobs.job_of, rings, count);
    for (size_t c = 0; c < all->count; c++)
        for (size_t m = 1; m < all->list[c].count; m++)
            join(jobs.job_of, (size_t)(all->list[c].members[0].ring - rings),
                 (size_t)(all->list[c].members[m].ring - rings));
    for (size_t i = 0; i < count; i++)
        jobs.job_of[i] = find_job(jobs.job_of, i);
    choose(&jobs, rings, count, all, name);
    drop_others(&jobs, rings, all);
    return jobs;
}

void jobs_free(struct jobs *jobs)
{
    free(jobs->job_of);
    strings_free(&jobs->names);
}

char *jobs_others_text(const struct jobs *jobs)
{
    size_t count = jobs->names.count;
    OWNED(strings) struct strings names = {0};

    for (size_t i = 0; i < count && i < NAMED; i++)
        strings_print(&names, "%s", jobs->names.list[i]);
    OWNED(memory) char *list = strings_join(&names, ", ");
    return memory_print(
        "%zu other job%s left traces here: lazynccl trace --job NAME shows %s: %s%s", count,
        count == 1 ? "" : "s", count == 1 ? "it" : "one", list, count > NAMED ? ", ..." : "");
}

static int by_number(const void *a, const void *b)
{
    const long *m = a, *n = b;

    return TRACE_ORDER(*m, *n);
}

char *jobs_ranks_text(long *ranks, size_t count)
{
    struct ranges ranges = {0};

    if (count)
        qsort(ranks, count, sizeof *ranks, by_number);
    for (size_t i = 0; i < count; i++)
        jobs_ranges_add(&ranges, ranks[i], ranks[i]);
    char *text = jobs_ranges_text(&ranges);
    free(ranges.list);
    return text;
}

void jobs_ranges_add(struct ranges *ranges, long first, long last)
{
    ranges->ranks += (size_t)(last - first + 1);
    if (ranges->count && ranges->list[ranges->count - 1].last + 1 == first)
        ranges->list[ranges->count - 1].last = last;
    else
        *MEMORY_ADD(ranges->list, ranges->count) = (struct range){first, last};
}

char *jobs_ranges_text(const struct ranges *ranges)
{
    OWNED(strings) struct strings parts = {0};

    for (size_t i = 0; i < ranges->count; i++)
        if (ranges->list[i].first == ranges->list[i].last)
            strings_print(&parts, "%ld", ranges->list[i].first);
        else
            strings_print(&parts, "%ld-%ld", ranges->list[i].first, ranges->list[i].last);
    OWNED(memory) char *list = strings_join(&parts, ",");
    return memory_print("rank%s %s", ranges->ranks > 1 ? "s" : "", list);
}

/* The processes of a job that may be ranks. */
struct ranks {
    char *has_made; /* for each process, 1 if the process is in a communicator */
    long *used;     /* the ranks of the processes in communicators, sorted */
    size_t used_count;
    int32_t all; /* how many ranks the launcher has started */
};

/* Finds the processes of the chosen job that have made a communicator, and their ranks. */
static struct ranks find_ranks(const struct jobs *jobs, const struct trace_ring *rings,
                               size_t count, const struct communicators *all)
{
    struct ranks ranks = {.has_made = memory_get(count + 1, 1)};

    for (size_t c = 0; c < all->count; c++)
        for (size_t m = 0; m < all->list[c].count; m++)
            ranks.has_made[all->list[c].members[m].ring - rings] = 1;
    for (size_t i = 0; i < count; i++) {
        if (jobs->job_of[i] != jobs->chosen)
            continue;
        if (ranks.has_made[i] && rings[i].who.rank >= 0)
            *MEMORY_ADD(ranks.used, ranks.used_count) = rings[i].who.rank;
        ranks.all = rings[i].who.ranks > ranks.all ? rings[i].who.ranks : ranks.all;
    }
    if (ranks.used_count)
        qsort(ranks.used, ranks.used_count, sizeof *ranks.used, by_number);
    return ranks;
}

static int is_used(const struct ranks *ranks, long rank)
{
    return ranks->used_count &&
           bsearch(&rank, ranks->used, ranks->used_count, sizeof rank, by_number) != NULL;
}

/* Returns 1 if a communicator has all ranks, under the launcher's numbers. */
static int is_of_all(const struct communicator *communicator, int32_t ranks)
{
    if (communicator->ranks != ranks || strchr(communicator->key, ','))
        return 0;
    for (size_t m = 0; m < communicator->count; m++)
        if (communicator->members[m].ring->who.rank != communicator->members[m].rank)
            return 0;
    return 1;
}

/* Adds listed processes to each communicator of all ranks that has no member with their rank. */
static void add_absent(struct communicators *made, int32_t ranks, const struct trace_ring **list,
                       size_t count)
{
    for (size_t c = 0; c < made->count && count && ranks <= MOST_RANKS; c++) {
        struct communicator *communicator = &made->list[c];

        if (!is_of_all(communicator, ranks))
            continue;
        char *is_member = memory_get((size_t)ranks, 1);
        for (size_t m = 0; m < communicator->count; m++)
            if (communicator->members[m].rank >= 0 && communicator->members[m].rank < ranks)
                is_member[communicator->members[m].rank] = 1;
        for (size_t i = 0; i < count; i++) {
            int rank = list[i]->who.rank;

            if (rank >= ranks || is_member[rank])
                continue;
            is_member[rank] = 1;
            *MEMORY_ADD(communicator->members, communicator->count) =
                (struct communicator_member){.ring = list[i], .rank = rank, .absent = 1};
        }
        free(is_member);
    }
}

/* Ranks without records, and their hosts. */
struct missing {
    long *list;
    size_t count;
    struct strings hosts;
};

static void add_missing(struct missing *missing, const struct trace_ring *ring)
{
    *MEMORY_ADD(missing->list, missing->count) = ring->who.rank;
    if (missing->hosts.count <= NAMED)
        strings_add_once(&missing->hosts, ring->who.host);
}

/* Adds "ranks 24-31 (node00003): why". */
static void add_line(struct strings *lines, struct missing *missing, const char *why)
{
    if (missing->count) {
        OWNED(memory) char *ranks = jobs_ranks_text(missing->list, missing->count);
        int is_long = strlen(ranks) > LONG_LIST;

        if (missing->hosts.count > NAMED) {
            free(missing->hosts.list[NAMED]);
            missing->hosts.list[NAMED] = memory_copy("and others");
        }
        OWNED(memory) char *hosts = strings_join(&missing->hosts, ", ");
        strings_print(lines, "%.*s%s (%s): %s",
                      is_long ? (int)strcspn(ranks + LONG_LIST, ",") + LONG_LIST : -1, ranks,
                      is_long ? ",..." : "", hosts, why);
    }
    free(missing->list);
    strings_free(&missing->hosts);
}

struct strings jobs_add_absent(const struct jobs *jobs, const struct trace_ring *rings,
                               size_t count, struct communicators *all)
{
    struct ranks ranks = find_ranks(jobs, rings, count, all);
    struct missing elsewhere = {0}, unrecorded = {0};
    struct strings lines = {0};
    const struct trace_ring **absent = NULL;
    size_t absent_count = 0;

    for (size_t i = 0; i < count; i++) {
        const struct trace_ring *ring = &rings[i];

        if (jobs->job_of[i] != jobs->chosen || ranks.has_made[i] || ring->who.rank < 0 ||
            is_used(&ranks, ring->who.rank))
            continue;
        if (ring->who.is_unrecorded)
            add_missing(&unrecorded, ring);
        else if (ring->kind == TRACE_PAGE && ring->state == TRACE_ELSEWHERE)
            add_missing(&elsewhere, ring);
        else
            *MEMORY_ADD(absent, absent_count) = ring;
    }
    add_absent(all, ranks.all, absent, absent_count);
    free(absent);
    add_line(&lines, &elsewhere,
             "no records here: run lazynccl trace --node DIR on each of these hosts");
    add_line(&lines, &unrecorded, "no records, because there was no memory for them");
    free(ranks.has_made);
    free(ranks.used);
    return lines;
}
