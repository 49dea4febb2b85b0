/* Functions with signatures of every kind. LIBRARY defines those of NCCL, which check their
 * arguments; else a program calls each at least twice, starting with number FIRST.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stddef.h>
#include <stdio.h>

typedef struct {
    char internal[128];
} unique_id;
typedef struct {
    int ranks, rank, stride;
} team_type;
typedef struct {
    void *base;
} multimem;

#define POINTER(digit) ((void *)(digit##0000000##digit##ul))

#ifdef LIBRARY

static int whole(unique_id id)
{
    int whole = 1;

    for (int i = 0; i < 128; i++)
        whole &= id.internal[i] == (char)(i * 7 + 3);
    return whole;
}

int ncclCommInitRank(void **comm, int ranks, unique_id id, int rank)
{
    *comm = POINTER(1);
    return ranks == 1 << 30 && rank == -5 && whole(id) ? 0 : 4;
}

int ncclCommInitRankConfig(void **comm, int ranks, unique_id id, int rank, void *config)
{
    *comm = POINTER(2);
    return ranks == -2 && rank == 7 && whole(id) && config == POINTER(3) ? 0 : 4;
}

int ncclPutSignal(const void *local, size_t count, int type, int peer, void *window, size_t offset,
                  int signal, int context, unsigned flags, void *comm, void *stream)
{
    int right = local == POINTER(1) && count == 20000000002ul && type == 3 && peer == -4 &&
                window == POINTER(5) && offset == 60000000006ul;

    right &=
        signal == -7 && context == 8 && flags == ~9u && comm == POINTER(4) && stream == POINTER(6);
    return right ? 0 : 4;
}

team_type ncclTeamWorld(void *comm)
{
    return (team_type){comm == POINTER(1) ? 11 : 0, -12, 13};
}

int ncclTeamRankToWorld(void *comm, team_type team, int rank)
{
    return comm == POINTER(1) && team.ranks == 11 && team.rank == -12 && team.stride == 13 ? -rank
                                                                                           : 0;
}

int ncclGetMultimemDevicePointer(void *window, size_t offset, multimem memory, void **pointer)
{
    *pointer = memory.base;
    return window == POINTER(5) && offset == 60000000006ul ? 0 : 4;
}

#else

int ncclCommInitRank(void **comm, int ranks, unique_id id, int rank);
int ncclCommInitRankConfig(void **comm, int ranks, unique_id id, int rank, void *config);
int ncclPutSignal(const void *local, size_t count, int type, int peer, void *window, size_t offset,
                  int signal, int context, unsigned flags, void *comm, void *stream);
team_type ncclTeamWorld(void *comm);
int ncclTeamRankToWorld(void *comm, team_type team, int rank);
int ncclGetMultimemDevicePointer(void *window, size_t offset, multimem memory, void **pointer);

static unique_id id;
static const team_type world = {11, -12, 13};

static int init_rank(void)
{
    void *comm = NULL;

    return ncclCommInitRank(&comm, 1 << 30, id, -5) == 0 && comm == POINTER(1);
}

static int init_rank_config(void)
{
    void *comm = NULL;

    return ncclCommInitRankConfig(&comm, -2, id, 7, POINTER(3)) == 0 && comm == POINTER(2);
}

static int put_signal(void)
{
    return ncclPutSignal(POINTER(1), 20000000002ul, 3, -4, POINTER(5), 60000000006ul, -7, 8, ~9u,
                         POINTER(4), POINTER(6)) == 0;
}

static int team_world(void)
{
    team_type team = ncclTeamWorld(POINTER(1));

    return team.ranks == 11 && team.rank == -12 && team.stride == 13;
}

static int team_rank(void)
{
    return ncclTeamRankToWorld(POINTER(1), world, 99) == -99;
}

static int multimem_pointer(void)
{
    void *pointer = NULL;

    return ncclGetMultimemDevicePointer(POINTER(5), 60000000006ul, (multimem){POINTER(7)},
                                        &pointer) == 0 &&
           pointer == POINTER(7);
}

static int (*const calls[])(void) = {init_rank,  init_rank_config, put_signal,
                                     team_world, team_rank,        multimem_pointer};
#define CALLS ((int)(sizeof calls / sizeof *calls))

int main(int count, char **words)
{
    int first = count > 1 ? words[1][0] - '0' : 0;

    for (int i = 0; i < 128; i++)
        id.internal[i] = (char)(i * 7 + 3);
    for (int i = 0; i < 2 * CALLS; i++)
        if (!calls[(first + i) % CALLS]())
            printf("call %d, of function %d, is wrong\n", i, (first + i) % CALLS);
    puts("done");
    return 0;
}

#endif
