/* Calls one of several signatures in a loop: `call SIGNATURE TIMES`. LIBRARY defines the functions.
 */
#include <stddef.h>
#include <stdlib.h>

typedef struct {
    char internal[128];
} unique_id;
typedef struct {
    int ranks, rank, stride;
} team_type;

int ncclGroupStart(void);
int ncclCommAbort(void *comm);
int ncclAllReduce(const void *from, void *to, size_t count, int type, int op, void *comm,
                  void *stream);
int ncclCommInitRank(void **comm, int ranks, unique_id id, int rank);
int ncclTeamRankToWorld(void *comm, team_type team, int rank);

#ifdef LIBRARY

static int calls;

int ncclGroupStart(void)
{
    return ++calls;
}

int ncclCommAbort(void *comm)
{
    return comm ? ++calls : 0;
}

int ncclAllReduce(const void *from, void *to, size_t count, int type, int op, void *comm,
                  void *stream)
{
    return from && to && count && type && op && comm && stream ? ++calls : 0;
}

int ncclCommInitRank(void **comm, int ranks, unique_id id, int rank)
{
    return comm && ranks && rank ? calls += id.internal[127] : 0;
}

int ncclTeamRankToWorld(void *comm, team_type team, int rank)
{
    return comm && rank ? calls += team.stride : 0;
}

#else

int main(int count, char **words)
{
    long times = count > 2 ? atol(words[2]) : 0;
    char signature = words[1][0];
    int got = 0, place;
    unique_id id = {{0}};
    team_type team = {1, count, 1};
    void *comm = &place;

    id.internal[127] = 1;
    for (long i = 0; i < times; i++)
        got += signature == '0'   ? ncclGroupStart()
               : signature == '1' ? ncclCommAbort(comm)
               : signature == '7' ? ncclAllReduce(&place, &place, 1, 1, 1, comm, &place)
               : signature == 's' ? ncclCommInitRank(&comm, 4, id, 3)
                                  : ncclTeamRankToWorld(comm, team, 1);
    return got == 0;
}

#endif
