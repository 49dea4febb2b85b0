/* Trials of a tuner with cost tables as NCCL passes them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "netplugin/check/trials/trials.h"
#include "tuner_operations.h"
#include <math.h>
#include <stdlib.h>

#define FUNCTIONS 5 /* broadcast, reduce, all-gather, reduce-scatter, all-reduce */
#define ROWS 7      /* algorithms */
#define COLUMNS LAZYNCCL_TUNER_PROTOCOLS
#define COST 7.5f
#define IGNORED (-1.0f)       /* the cost of an algorithm that NCCL does not choose */
#define UNTOUCHED (-12345.0f) /* fills the memory around the table */

/* A communicator for which the tuner was initialized. */
struct tuned {
    struct lazynccl_net_real real;
    struct lazynccl_tuner_operations does;
    void *ctx;
    struct lazynccl_tuner_domains domains;
    struct lazynccl_tuner_constants constants;
};

static const char *name_of_end(const struct session *s)
{
    return s->version < 5 ? "destroy" : "finalize";
}

static void begin(struct session *s, struct tuned *tuned, size_t ranks, size_t nodes)
{
    const char *missing;
    int result;

    tuned->real =
        (struct lazynccl_net_real){session_open(s, "ncclTunerPlugin_v"), s->version, 0, NULL};
    session_step(s, "the table");
    lazynccl_tuner_operations_of(s->version, tuned->real.table, &tuned->does);
    missing = lazynccl_tuner_missing(&tuned->does, 0);
    if (missing)
        SESSION_FAIL(s, "LN319", "%s is NULL",
                     strcmp(missing, "finalize") == 0 ? name_of_end(s) : missing);
    tuned->ctx = NULL;
    tuned->domains = (struct lazynccl_tuner_domains){
        .count = (int)nodes, .least = (int)(ranks / nodes), .most = (int)(ranks / nodes)};
    memset(&tuned->constants, 0, sizeof tuned->constants);
    session_step(s, "init of %zu ranks on %zu nodes", ranks, nodes);
    result = tuned->does.init(&tuned->real, &tuned->ctx, 77 /* any ID */, ranks, nodes, session_log,
                              &tuned->domains, &tuned->constants);
    session_need(
        s, session_check(s, s->plugin.starts++ ? "LN321" : "LN313", s->step.now->step, result));
}

static void end(struct session *s, struct tuned *tuned)
{
    session_step(s, "%s", name_of_end(s));
    session_need(s, session_check(s, "LN320", s->step.now->step,
                                  tuned->does.finalize(&tuned->real, tuned->ctx)));
}

/* Reports a choice that NCCL cannot follow. A tuner without a choice returns -1. */
static void check_choice(struct session *s, int algorithm, int protocol)
{
    if (algorithm < -1 || algorithm >= LAZYNCCL_TUNER_ALGORITHMS || protocol < -1 ||
        protocol >= COLUMNS)
        SESSION_FAIL(s, "LN331", "it chooses algorithm %d and protocol %d", algorithm, protocol);
    if (algorithm >= LAZYNCCL_TUNER_COLLNET_DIRECT)
        session_report(s, "LN331",
                       "it chooses algorithm %d, which is not available: no CollNet, no NVLS",
                       algorithm);
}

static void check_costs(struct session *s, const float *table, int rows)
{
    const float *costs = table + COLUMNS;

    for (int i = 0; i < COLUMNS; i++)
        if (table[i] != UNTOUCHED || costs[rows * COLUMNS + i] != UNTOUCHED)
            SESSION_FAIL(s, "LN328", "it writes beyond the table of %d times %d costs", rows,
                         COLUMNS);
    for (int i = 0; i < rows * COLUMNS; i++) {
        int absent = i / COLUMNS >= LAZYNCCL_TUNER_COLLNET_DIRECT;

        if (isnan(costs[i]))
            session_report(s, "LN331", "the cost of algorithm %d, protocol %d is not a number",
                           i / COLUMNS, i % COLUMNS);
        else if (absent && costs[i] != IGNORED)
            session_report(
                s, "LN331",
                "it gives algorithm %d, protocol %d, which NCCL has excluded, the cost %g",
                i / COLUMNS, i % COLUMNS, (double)costs[i]);
        else
            continue;
        return;
    }
}

/* Queries the tuner for one size, with only tree and ring available. */
static void ask(struct session *s, struct tuned *tuned, int function, size_t bytes, int rows)
{
    float table[(ROWS + 2) * COLUMNS];
    int channels = 0, algorithm = LAZYNCCL_TUNER_UNDEFINED, protocol = LAZYNCCL_TUNER_UNDEFINED;
    int result;
    size_t chunk = 1 << 19;

    session_step(s, "getCollInfo of function %d, %zu bytes, %d algorithms", function, bytes, rows);
    for (int i = 0; i < (ROWS + 2) * COLUMNS; i++)
        table[i] = i < COLUMNS || i >= (rows + 1) * COLUMNS ? UNTOUCHED : IGNORED;
    for (int i = COLUMNS; i < 3 * COLUMNS; i++)
        table[i] = COST;
    result = tuned->does.getCollInfo(&tuned->real, tuned->ctx, function, bytes, 0, 0, 1, &algorithm,
                                     &protocol, table + COLUMNS, rows, COLUMNS, 0, &channels);
    session_need(s, session_check(s, "LN320", "getCollInfo", result));
    if (s->version < 3)
        check_choice(s, algorithm, protocol);
    else
        check_costs(s, table, rows);
    if (channels < 0 || channels > 64)
        session_report(s, "LN331", "it asks for %d channels", channels);
    if (!tuned->does.getChunkSize)
        return;
    result = tuned->does.getChunkSize(&tuned->real, tuned->ctx, function, bytes, 1, 2, 4, &chunk);
    session_need(s, session_check(s, "LN320", "getChunkSize", result));
    if (!chunk)
        session_report(s, "LN331", "getChunkSize sets the size to 0");
}

void trials_tuner_start(struct session *s, struct connection *none)
{
    struct tuned tuned;

    begin(s, &tuned, 16, 2);
    session_check_name(s);
    end(s, &tuned);
    session_say(s, "works", "%s", "");
}

void trials_tuner_costs(struct session *s, struct connection *none)
{
    struct tuned tuned;

    begin(s, &tuned, 16, 2);
    for (int function = 0; function < FUNCTIONS; function++)
        for (int power = 0; power <= 36; power += 4)
            for (int rows = s->version < 3 ? ROWS : LAZYNCCL_TUNER_COLLNET_DIRECT; rows <= ROWS;
                 rows += 5) /* tree and ring, then all */
                ask(s, &tuned, function, (size_t)1 << power, rows);
    ask(s, &tuned, 4, 0, ROWS);
    end(s, &tuned);
}

/* Ends the oldest of several contexts first; the others must still work. */
void trials_tuner_contexts(struct session *s, struct connection *none)
{
    struct tuned tuned[4];

    for (int i = 0; i < 4; i++)
        begin(s, &tuned[i], (size_t)1 << i, 1);
    for (int i = 0; i < 4; i++) {
        for (int other = i; other < 4; other++)
            ask(s, &tuned[other], 4, 1 << 20, ROWS);
        end(s, &tuned[i]);
    }
}

static void once_more(struct session *s, int number)
{
    struct tuned tuned;

    begin(s, &tuned, 8, 1);
    ask(s, &tuned, 4, 1 << 20, ROWS);
    end(s, &tuned);
}

void trials_tuner_again(struct session *s, struct connection *none)
{
    trials_repeat(s, once_more, 10, "init again", "init and finalize");
}
