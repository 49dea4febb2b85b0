/* The jobs whose traces are in one folder, and the ranks of a job.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/trace/communicators.h"

/* Processes are of one job if their launcher says so, or if they share a communicator. */
struct jobs {
    size_t *job_of;       /* of each process, the first process of its job */
    size_t chosen;        /* the job that was chosen; SIZE_MAX: there is none of that name */
    struct strings names; /* of the other jobs, the newest first */
};

/* Chooses the job of this name, the newest one for NULL. Drops the communicators of other jobs. */
struct jobs jobs_choose(const struct trace_ring *, size_t count, struct communicators *,
                        const char *name);
void jobs_free(struct jobs *);

/* Adds each process of the job that has a rank and has not made a communicator to the communicators
 * of all ranks, before communicators_align(). A process whose rank another one has used in a
 * communicator does not count: workers that load data inherit the variables. Returns a line for
 * each reason why ranks have no records here. */
struct strings jobs_add_absent(const struct jobs *, const struct trace_ring *, size_t count,
                               struct communicators *);

char *jobs_others_text(const struct jobs *); /* "3 other jobs left traces here: …", to be freed */

/* "rank 3", "ranks 0-2,5", to be freed. Sorts the list. */
char *jobs_ranks_text(long *ranks, size_t count);

/* Ranks in ascending order; consecutive ranks share a range. Start with {0}. */
struct ranges {
    struct range {
        long first, last;
    } * list;
    size_t count;
    size_t ranks; /* in all ranges */
};

void jobs_ranges_add(struct ranges *, long first, long last);
char *jobs_ranges_text(const struct ranges *); /* as jobs_ranks_text() */
