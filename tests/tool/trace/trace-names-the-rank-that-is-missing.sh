# For each communicator, `trace` says which ranks have entered the last collective, and of the others
# whether they skipped it, call another, differ in count or type, were killed or are stopped; while the
# job runs and after it, with 2 to 64 ranks, splits, several communicators, and with lost records. The
# last line says which file they opened.
mkdir lib
compile lib/libnccl.so.2 -shared -fPIC -Wl,-soname,libnccl.so.2 <<'C'
typedef struct { char internal[128]; } id;
int ncclCommInitRank(void **comm, int ranks, id id, int rank) { return (*comm = malloc(1)) ? 0 : 2; }
int ncclCommSplit(void *comm, int color, int key, void **made, void *config) { *made = color < 0 ? 0 : malloc(1); return 0; }
int ncclCommDestroy(void *comm) { return 0; }
int ncclGroupStart(void) { return 0; }
int ncclAllReduce(const void *from, void *to, unsigned long count, int type, int operation, void *comm, void *stream) { return 0; }
int ncclBroadcast(const void *from, void *to, unsigned long count, int type, int root, void *comm, void *stream) { return 0; }
C
compile job -O1 lib/libnccl.so.2 <<'C'
/* job RANKS CALLS RANK:HOW...: starts the ranks, and waits until it is told to end. Appends a byte to
 * the file `arrived` for each rank that makes no more calls, stopped, or ended. */
typedef struct { char internal[128]; } id;
int ncclCommInitRank(void **comm, int ranks, id id, int rank);
int ncclCommSplit(void *comm, int color, int key, void **made, void *config);
int ncclCommDestroy(void *comm);
int ncclGroupStart(void);
int ncclAllReduce(const void *from, void *to, unsigned long count, int type, int operation, void *comm, void *stream);
int ncclBroadcast(const void *from, void *to, unsigned long count, int type, int root, void *comm, void *stream);

static void be_rank(int rank, int ranks, int calls, const char *how)
{
    void *comm, *half;
    int is_last, varied = getenv("VARIED") != NULL;
    id id;

    memset(&id, 5, sizeof id);
    if (strcmp(how, "absent") == 0)
        return;
    ncclCommInitRank(&comm, ranks, id, rank);
    for (int i = 1; i <= calls; i++) {
        is_last = i == calls;
        if (is_last && strcmp(how, "skip") == 0)
            break;
        if (is_last && strcmp(how, "kill") == 0)
            raise(SIGKILL);
        if (is_last && strcmp(how, "stop") == 0)
            raise(SIGSTOP);
        if (is_last && strcmp(how, "other") == 0)
            ncclBroadcast(&id, &id, 1024, 7, 1, comm, 0);
        else
            ncclAllReduce(&id, &id, is_last && strcmp(how, "count") == 0 ? 99 : !is_last && varied ? i : 1024,
                          is_last && strcmp(how, "type") == 0 ? 6 : 7, 0, comm, 0);
        usleep(500);
    }
    if (getenv("SPLIT")) {
        ncclCommSplit(comm, rank % 2, rank, &half, NULL);
        if (rank != 3)
            ncclBroadcast(&id, &id, 8, 1, 0, half, 0);
    }
    if (getenv("DESTROY"))
        ncclCommDestroy(comm);
    if (strcmp(how, "exit") == 0 || getenv("DESTROY"))
        _exit(0);
}

static void arrive(void)
{
    int arrived = open("arrived", O_WRONLY | O_CREAT | O_APPEND, 0600);

    write(arrived, "", 1);
    close(arrived);
}

int main(int count, char **words)
{
    int ranks = atoi(words[1]);

    alarm(60);
    for (int rank = 0; rank < ranks; rank++) {
        const char *how = "";
        for (int i = 3; i < count; i++)
            if (atoi(words[i]) == rank)
                how = strchr(words[i], ':') + 1;
        if (fork())
            continue;
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        be_rank(rank, ranks, atoi(words[2]), how);
        arrive();
        pause();
    }
    while (waitpid(-1, NULL, WUNTRACED) > 0)
        arrive();
    pause();
    return 0;
}
C
export LD_LIBRARY_PATH="$stage/lib" LAZYNCCL_LIBPATH="$stage/lib" XDG_CACHE_HOME="$stage/cache" LAZYNCCL_SEARCH=env

# job STATUS RANKS WORD...: starts a job, asks once every rank has arrived, ends the job
job()
{
    wanted=$1
    shift
    rm -rf traces arrived
    remove_rings
    : >arrived
    "$TOOL" run --lazy nccl --trace traces $options -- ./job "$@" &
    pid=$!
    for _ in $(seq 300); do
        [ "$(wc -c <arrived)" -lt "$1" ] || break
        sleep 0.1
    done
    status=0
    "$TOOL" trace traces >said 2>error || status=$?
    sed 's/, [0-9.]* s ago//' said >running
    [ "$status" = "$wanted" ] || { kill -9 "$pid"; fail "status $status of job $*: $(cat said error)"; }
    kill -9 "$pid"
    wait "$pid" 2>/dev/null || true
}
options=

job 0 4 9
says running '^communicator [0-9a-f]{16}: 4 ranks$'
says running '^  ncclAllReduce, 1024 of float32, sum: entered by 4 of 4$'
equal "$(wc -l <running)" 3
equal "$(tail -n 1 running)" "opened libnccl.so.2 from $stage/lib/libnccl.so.2 in 4 processes"
for _ in $(seq 300); do # the ranks end after the job
    "$TOOL" trace traces >ended && fail 'the job has ended'
    ! grep -q ' ended ' ended || break
    sleep 0.1
done
says ended '^  ranks 0-3 \(.*\): ended without destroying the communicator$'

job 1 8 17 3:skip 5:count 6:kill 7:stop
says running '^  ncclAllReduce, 1024 of float32, sum: entered by 5 of 8$'
says running '^  rank 3 \(.*, process [0-9]+, job\): running, has not entered: 1 behind, its last is ncclAllReduce, 1024 of float32, sum$'
says running '^  rank 5 \(.*\): running, differs: ncclAllReduce, 99 of float32, sum$'
says running '^  rank 6 \(.*\): ended, has not entered: 1 behind'
says running '^  rank 7 \(.*\): stopped, has not entered: 1 behind'
equal "$(wc -l <running)" 11
says running '^rank 3 \(.*, process [0-9]+, job, running\) has not entered ncclAllReduce, 1024 of float32, sum: 1 communicator waits because of it$'
says running '^rank 5 \(.*, running\) has entered ncclAllReduce, 99 of float32, sum, not ncclAllReduce, 1024 of float32, sum: '
says running '^rank 6 \(.*, ended\) has not entered'

job 1 64 5 0:type 9:other 10:skip 11:skip 12:skip 63:absent
says running '^  ncclAllReduce, 1024 of float32, sum: entered by 60 of 64$'
says running '^  rank 0 \(.*\): running, differs: ncclAllReduce, 1024 of float16, sum$'
says running '^  rank 9 \(.*\): running, differs: ncclBroadcast, 1024 of float32, root 1$'
says running '^  ranks 10-12 \(.*\): running, has not entered: 1 behind'
says running '^  rank 63: no trace of it$'
says running '^ranks 10-12 \(.*, running\) have not entered .*: 1 communicator waits because of them$'
says running '^1 of 64 ranks left no trace: 1 communicator may wait because of it$'
equal "$(wc -l <running)" 11

# records that were replaced do not hide who is behind, by the arguments of the others
options='--records 64' VARIED=1
export VARIED
job 1 4 90 2:skip
unset VARIED
says running '^  ncclAllReduce, 1024 of float32, sum: entered by 3 of 4$'
says running '^  rank 2 \(.*\): running, has not entered: about 1 behind'
says running 'not certain, because older records were replaced$'
equal "$(wc -l <running)" 5
options=

SPLIT=1
export SPLIT
job 1 4 3
says running '^communicator [0-9a-f]{16}, split 1, color 1: 2 ranks$'
says running '^  ncclBroadcast, 8 of uint8, root 0: entered by 1 of 2$'
says running '^  rank 3 \(.*\): running, has not entered: 1 behind, its last is none$'
equal "$(grep -c '^communicator' running)" 3
unset SPLIT

DESTROY=1
export DESTROY
job 0 4 3
equal "$(head -n 1 running)" '1 communicator was destroyed by all ranks'

# all calls, in every form
"$TOOL" trace -v traces >said
equal "$(grep -c ' ncclAllReduce(size_t 1024, ncclDataType_t 7, ncclRedOp_t 0, ' said)" 12
"$TOOL" trace --follow traces >said
equal "$(grep -c ' ncclAllReduce(size_t 1024' said)" 12
"$TOOL" trace --chrome traces >said
in_json said 'events = said["traceEvents"]
assert sum(e["name"] == "ncclAllReduce" for e in events) == 12 and len({e["pid"] for e in events}) == 4'
"$TOOL" trace --json traces >said
in_json said 'assert [p["library"] for p in said["processes"]].count("libnccl.so.2") == 4 and not any(p["calls"] for p in said["processes"])'
"$TOOL" trace --json -v traces >said
in_json said 'called = [p for p in said["processes"] if p["library"]]
assert len(called) == 4 and said["communicators"][0]["ranks"] == 4
assert all(p["state"] == "ended" and p["functions"][0] == {"name": "ncclAllReduce", "calls": 3} for p in called)'
