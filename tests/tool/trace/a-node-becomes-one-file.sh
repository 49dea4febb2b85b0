# `lazynccl trace --node` writes what is known of a node's processes to one small file, from which any
# node gives the answer that the rings gave; it removes the rings of processes that have ended, and
# keeps what it wrote before. A damaged file is named, and the others are read.
mkdir lib
compile lib/libnccl.so.2 -shared -fPIC -Wl,-soname,libnccl.so.2 <<'C'
typedef struct { char internal[128]; } id;
int ncclCommInitRank(void **comm, int ranks, id id, int rank) { if (getenv("HANG")) pause(); return (*comm = malloc(1)) ? 0 : 2; }
int ncclSend(const void *from, unsigned long count, int type, int peer, void *comm, void *stream) { return 0; }
int ncclAllReduce(const void *from, void *to, unsigned long count, int type, int operation, void *comm, void *stream) { return 0; }
C
compile rank -O1 lib/libnccl.so.2 <<'C'
/* rank COMMUNICATORS CALLS: one rank of eight; rank 3 makes a call less in the last communicator. */
typedef struct { char internal[128]; } id;
int ncclCommInitRank(void **comm, int ranks, id id, int rank);
int ncclSend(const void *, unsigned long, int, int, void *, void *);
int ncclAllReduce(const void *, void *, unsigned long, int, int, void *, void *);
int main(int count, char **words)
{
    int rank = atoi(getenv("SLURM_PROCID")), comms = atoi(words[1]), calls = atoi(words[2]);
    void *comm[16];
    id id;
    for (int c = 0; c < comms; c++) {
        memset(&id, 5 + c + 16 * atoi(getenv("SLURM_STEP_ID")), sizeof id);
        ncclCommInitRank(&comm[c], 8, id, rank);
    }
    for (int i = 0; i < calls; i++)
        for (int c = 0; c < comms; c++)
            if (rank != 3 || i + 1 < calls || c + 1 < comms)
                ncclAllReduce(&id, &id, 1024 + 7919 * i % 100000, 7, 0, comm[c], 0);
    if (rank == 0)
        ncclSend(&id, 8, 7, 1, comm[0], 0);
    if (words[3])
        pause();
    return 0;
}
C
export LD_LIBRARY_PATH="$stage/lib" LAZYNCCL_LIBPATH="$stage/lib" XDG_CACHE_HOME="$stage/cache" LAZYNCCL_SEARCH=env
export SLURM_JOB_ID=7 SLURM_STEP_ID=0 SLURM_STEP_NUM_TASKS=8

job() # DIR STEP WORD...
{
    into=$1 SLURM_STEP_ID=$2
    shift 2
    for rank in 0 1 2 3 4 5 6 7; do
        SLURM_PROCID=$rank SLURM_LOCALID=$rank "$TOOL" run --lazy nccl --trace "$into" -- ./rank "$@"
    done
}
rings() # DIR
{
    grep -lF "$stage/$1" /dev/shm/lazynccl-"$(id -u)"/* 2>/dev/null | wc -l
}
answer() # DIR
{
    "$TOOL" trace "$1" | sed 's/, [0-9.]* s ago//; s/, on [0-9].*//' || true
}

job four 0 4 1000
answer four >before
says before '^rank 3 \(.*, process [0-9]+, rank, ended\) has not entered ncclAllReduce, .*: 2 communicators wait because of it$'
equal "$(rings four)" 8
"$TOOL" trace --node four >said
says said "^four/$(uname -n)-[0-9a-f]+\.node: 8 processes, [0-9]+ bytes$"
equal "$(rings four)" 0
[ "$(stat -c %s four/*.node)" -le 1000000 ] || fail "$(ls -l four)"
equal "$(ls four | wc -l)" 1
answer four >after
equal "$(cat after)" "$(cat before)"
"$TOOL" trace --json four >json || true
in_json json 'for process in said["processes"]:
    assert process["state"] == "ended" and process["job"] == "7.0" and process["lost"] == 0, process
    assert process["opened"] == os.environ["LAZYNCCL_LIBPATH"] + "/libnccl.so.2", process
    assert process["rank"] == process["local_rank"] and process["records"] >= 4007, process'

# a further communicator of all ranks is small
job five 0 5 1000
"$TOOL" trace --node five >said
more=$(($(stat -c %s five/*.node) - $(stat -c %s four/*.node)))
[ "$more" -le 200000 ] || fail "$more bytes for a communicator"

# what was collected remains, also beside another job, and a second collection adds nothing
job four 1 1 20
"$TOOL" trace --node four >said
says said ': 16 processes,'
"$TOOL" trace --node four >said
says said ': 16 processes,'
"$TOOL" trace --job 7.0 four >said || true
says said '^communicator [0-9a-f]{16}: 8 ranks$'
equal "$(grep -c '^communicator' said)" 4
answer four >said
equal "$(grep -c '^communicator' said)" 1
says said '^1 other job left traces here: .*: 7.0$'

# replaced records are collected, too, and a process that runs keeps its ring
rm -rf ring
SLURM_PROCID=2 "$TOOL" run --lazy nccl --trace ring --records 1024 -- ./rank 2 4000 wait &
pid=$!
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    "$TOOL" trace -v ring >said 2>&1 || true
    grep -q '8004 records' said && break
    sleep 0.2
done
says said '8004 records, the last of them kept$'
"$TOOL" trace --node ring >said
says said ': 1 processes,'
equal "$(rings ring)" 1
mkdir login
cp ring/* login/
"$TOOL" trace login >said || true
says said 'entered by 1 of 8'
kill -9 $pid
wait $pid 2>/dev/null || true
"$TOOL" trace --node ring >said
equal "$(rings ring)" 0
"$TOOL" trace -v ring >said || true
says said 'process .*, rank, on .*, ended when it was collected: libnccl.so.2, 8004 records$'
says said "^  opened $stage/lib/libnccl.so.2$"

# a rank that never made its communicator
HANG=1 SLURM_PROCID=2 "$TOOL" run --lazy nccl --trace made -- ./rank 1 1 &
pid=$!
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    "$TOOL" trace made >said 2>&1 || true
    ! grep -q 'running in the call' said || break
    sleep 0.2
done
kill -9 $pid
wait $pid 2>/dev/null || true
answer made >before
says before '^  rank 2 \(.*\): ended in the call that makes the communicator$'
"$TOOL" trace --node made >said
equal "$(answer made)" "$(cat before)"

# --follow of collected files waits for news, and ends with the processes
"$TOOL" trace --follow ring >said
says said ' [0-9]+: ended, 8004 records$'
timeout 2 "$TOOL" trace --follow login >said && fail 'a process that may run is followed'
equal "$(grep -c ' [0-9]*: running, 8004 records$' said)" 1 # nothing is new

# bad files
mkdir bad
cp four/*.node bad/good.node
head -c 5000 bad/good.node >bad/short.node
{ head -c 600 bad/good.node; printf '\377\377\377\377\377\377\377\377\377\377\377'; tail -c +612 bad/good.node; } >wrong.node
printf 'something else' >bad/other.node
exits 2 "$TOOL" trace bad >said 2>error
says said 'has not entered'
[ "$(wc -l <error)" = 2 ] || fail "$(cat error)"
says error '^lazynccl trace: bad/short.node: damaged or truncated$'
says error '^lazynccl trace: bad/other.node: not a trace: lazynccl run --trace writes them$'
"$TOOL" trace wrong.node >said 2>error && fail 'it is damaged'
says error '^lazynccl trace: wrong.node: damaged( or truncated)?$'
"$PYTHON" - "$TOOL" bad/good.node <<'P'
import random
import subprocess
import sys

random.seed(3)
good = open(sys.argv[2], "rb").read()
for _ in range(60):
    content = bytearray(good)
    for _ in range(random.choice([1, 1, 4, 30])):
        content[random.randrange(random.choice([300, len(good)]))] = random.randrange(256)
    with open("fuzz.node", "wb") as file:
        file.write(content[:random.choice([len(good)] * 3 + [random.randrange(len(good))])])
    done = subprocess.run([sys.argv[1], "trace", random.choice(["-v", "--json"]), "fuzz.node"],
                          capture_output=True, timeout=60)
    assert done.returncode in (0, 1, 2), done
P
[ "$(id -u)" != 0 ] || {
    chmod 755 "$stage"
    mkdir -m 755 locked
    as_nobody "$TOOL" trace --node locked 2>error && fail 'it cannot be written'
    says error '^lazynccl trace: locked/.*\.node: Permission denied$'
}
