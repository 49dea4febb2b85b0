# With --completions the recorder takes part in NCCL as a profiler: a collective is complete when the
# last of its channels has stopped, in each version that has channels, in groups and in each launch of a
# graph, also when its record was replaced or the communicator aborted. A profiler of the user keeps its
# place, and trace says so. Where NCCL's counts cannot be trusted, completion is unknown.
mkdir lib
$CC -w -O1 -fPIC -shared -Wl,-soname,libnccl.so.2 "$SOURCE/tests/standin/profiled-nccl.c" \
    -o lib/libnccl.so.2 -ldl -lpthread
compile program -O1 lib/libnccl.so.2 -lpthread <<'C'
struct id { char bytes[128]; };
int ncclCommInitRank(void **, int, struct id, int), ncclGetUniqueId(struct id *), ncclGroupStart(void),
    ncclGroupEnd(void), ncclCommAbort(void *), ncclCommDestroy(void *), ncclGetVersion(int *), fakeWork(int);
int ncclAllReduce(const void *, void *, size_t, int, int, void *, void *),
    ncclBroadcast(const void *, void *, size_t, int, int, void *, void *),
    ncclAllGather(const void *, void *, size_t, int, void *, void *),
    ncclSend(const void *, size_t, int, int, void *, void *);
static void *comm, *other;
static void *threads(void *none)
{
    for (int i = 0; i < 2000; i++)
        ncclAllReduce(0, 0, 64, 7, 0, none, 0);
    return 0;
}
int main(int count, char **words)
{
    int rank = atoi(words[1]), ranks = atoi(words[2]), version;
    void *none;
    pthread_t two[2];
    struct id id;
    ncclGetUniqueId(&id);
    ncclCommInitRank(&comm, ranks, id, rank);
    for (const char *at = words[3]; *at; at++)
        switch (*at) {
        case 'a': ncclAllReduce(0, 0, 1024, 7, 0, comm, 0); break;
        case 'o': ncclAllReduce(0, 0, 512, 7, 0, comm, 0); break;
        case 'b': ncclBroadcast(0, 0, 100, 7, 1, comm, 0); break;
        case 'B': ncclBroadcast(0, 0, 100, 7, 2, comm, 0); break;
        case 'g': ncclAllGather(0, 0, 100, 7, comm, 0); break;
        case 'S': ncclSend(0, 100, 7, rank, comm, 0); break;
        case 'N': ncclSend(0, 100, 7, rank + 1, comm, 0); break;
        case '(': ncclGroupStart(); break;
        case ')': ncclGroupEnd(); break;
        case 'w': for (int i = 0; i < 191; i++) ncclGetVersion(&version); break;
        case 't':
            for (int i = 0; i < 2; i++) pthread_create(&two[i], 0, threads, comm);
            for (int i = 0; i < 2; i++) pthread_join(two[i], 0);
            break;
        case 'A': ncclCommAbort(comm); break;
        case 'D': ncclCommDestroy(comm); break;
        case 'n': other = comm; id.bytes[0]++; ncclCommInitRank(&comm, ranks, id, rank); break;
        case 'P': none = comm; comm = other; other = none; break;
        case 'K': raise(SIGKILL);
        default: fakeWork(*at);
        }
    return 0;
}
C
export LD_LIBRARY_PATH="$stage/lib" LAZYNCCL_LIBPATH="$stage/lib" XDG_CACHE_HOME="$stage/cache" LAZYNCCL_SEARCH=env
export HOME="$stage"
options=--completions

# traced SCRIPT...: a process for each rank
traced()
{
    rm -rf calls
    remove_rings
    number=0
    for script; do
        RANK=$number WORLD_SIZE=$# "$TOOL" run --lazy nccl --trace calls $options -- \
            ./program "$number" $# "$script" 2>error || true
        number=$((number + 1))
    done
    status=0
    "$TOOL" trace calls >said 2>&1 || status=$?
    "$TOOL" trace -v calls >all 2>&1 || true
}
gpus() # TEXT: what is said of the GPUs
{
    equal "$(sed -n 's/^  \(on the GPUs.*\|completion unknown.*\)/\1/p' said)" "$1"
}
calls() # TEXT: what is said of each collective
{
    equal "$(sed -n 's/.* nccl\(AllReduce\|Broadcast\|AllGather\)([^)]*)\(: \)*\(.*\)/\3/p' all | paste -sd,)" "$1"
}

for version in 3 4 5 6 7; do
    export FAKE_PROFILER=$version
    echo "version $version"
    traced afofK
    gpus 'on the GPUs: complete on 1'
    calls complete,complete
    traced aafsK # the second one runs
    calls complete,started
    traced afahK # one of its channels runs
    calls complete,started
    traced abgfffaK
    calls 'complete,complete,complete,not started'
    traced '(aob)fffK' '(aob)ffsK' # the fake launches them the other way round
    calls 'complete,complete,complete,started,complete,complete'
    traced '(aa)ffK'
    calls complete,complete
    traced '(bB)sK' # of another root
    calls 'not started,started'
    traced 'naPa(aPa)ffffK' # of two communicators
    calls complete,complete,complete,complete
    traced aeK # one channel has stopped, and the other one has not started: it may still do so, or never
    calls ''
    traced aefK
    calls complete
    traced 'a(ag)ffsK'
    calls 'complete,started,complete'
    traced MaafsK # 64 channels
    calls complete,started
    # the ring wraps while a collective runs: another record is there
    options='--completions --records 64'
    traced aswfafK
    calls complete
    traced aswbfK # the record of a broadcast is where that of the all-reduce was
    calls 'not started'
    traced '(awb)K'
    calls 'not started'
    traced awK
    calls ''
    options=--completions
    # events that never come
    traced aasAnafK
    calls 'started,not started,complete'
    traced asnAPasK # the GPU is at the later one
    gpus 'on the GPUs: started on 1'
    traced tfffK
    equal "$(grep -c 'complete$' all)" 3
    # a rank whose GPU has not started what the other runs; all run; one has not entered
    traced afasK afaK
    says said '^rank 1 \(.*, ended\) has entered ncclAllReduce, 1024 of float32, sum, but the GPU has not started it: 1 communicator waits because of it$'
    gpus 'on the GPUs: started on 1, not started on 1'
    says said '^  rank 1 \(.*\): ended, the GPU has not started ncclAllReduce, 1024 of float32, sum$'
    "$TOOL" trace --json calls >json || true
    in_json json 'gpus = said["communicators"][0]["gpus"]
assert (gpus["started"], gpus["not_started"], gpus["before"]) == (1, 1, 0), gpus'
    equal "$status" 1
    traced afasK afaooK # it runs ahead, without being the one that waits
    says said '^rank 1 \(.*, ended\) has entered ncclAllReduce, 1024 of float32, sum, but the GPU has not started it: '
    gpus 'on the GPUs, 2 before: ncclAllReduce, 1024 of float32, sum: started on 1, not started on 1'
    traced afasK afasK
    says said '^ranks 0-1 \(.*, ended\) have all started ncclAllReduce, 1024 of float32, sum on the GPU, and it is not complete: 1 communicator waits because of them$'
    gpus 'on the GPUs: started on 2'
    equal "$status" 1
    traced afasK afK
    says said '^rank 1 \(.*, ended\) has not entered ncclAllReduce, 1024 of float32, sum: 1 communicator waits because of it$'
    gpus 'on the GPUs: started on 1'
    traced afasAK afAK # nobody waits in a communicator that those have aborted who entered it
    says_not said 'because of'
    says said "^1 communicator was destroyed by all ranks$"
    equal "$status" 0
    traced afafK afafK
    gpus 'on the GPUs: complete on 2'
    # a send to itself spoils NCCL's counts, one to another rank does not
    traced afSafK
    calls complete,
    gpus 'completion unknown'
    traced afNafK
    calls complete,complete
done

# Graphs: version 5 knows which calls were captured.
traced CaocRfsK
calls complete,started
traced CacRfRfRK # each launch begins again
calls 'not started'
traced CacRfRsK CacRfK
gpus 'on the GPUs: started on 1, not started on 1'
says said '^rank 1 .* has entered ncclAllReduce, 1024 of float32, sum, but the GPU has not started it: '
traced CacRfRsK CacRfRsK
says said '^ranks 0-1 .* have all started'
traced CacRfafK
calls complete,complete
traced CacRfafRfafK # NCCL's counts part at a launch after another call
calls ',complete,'
export FAKE_PROFILER=4
traced CacRfafK
calls ,

# The shim for profilers starts it beside others, in the version that NCCL calls.
NCCL_PROFILER_PLUGIN=$BUILD/src/netplugin/libnccl-net-lazy.so LAZYNCCL_PROFILER_PLUGIN=libnccl.so.2
export NCCL_PROFILER_PLUGIN LAZYNCCL_PROFILER_PLUGIN
for version in 4 5 7; do
    export FAKE_PROFILER=$version
    traced afasK
    calls complete,started
done
unset NCCL_PROFILER_PLUGIN LAZYNCCL_PROFILER_PLUGIN

# Without the calls' events, what may belong to two communicators is unknown.
for version in 3 4; do
    export FAKE_PROFILER=$version
    traced 'n(aPa)ffK'
    calls ,
done

# Versions without channels, and none.
for version in 2 1; do
    export FAKE_PROFILER=$version
    traced afK
    gpus 'completion unknown: not recorded, because NCCL has not started the profiler'
    calls ''
done
unset FAKE_PROFILER

# The file of a node says the same.
traced afasK afaoK
"$TOOL" trace calls >before || true
"$TOOL" trace --node calls >output
"$TOOL" trace calls >after || true
equal "$(sed 's/, [0-9.]* s ago//' before)" "$(sed 's/, on [0-9].*//' after)"
"$TOOL" trace --json calls >said.json || true
says said.json '"kind": *"not started"'

# A profiler of the user keeps its place.
aside()
{
    traced afK
    says error "^lazynccl run: --completions stands aside for your profiler \($1\): completions are not recorded$"
    gpus 'completion unknown: not recorded, because the user has a profiler'
}
echo 'int nothing;' | $CC -fPIC -shared -x c - -o lib/libnccl-profiler.so
aside "$stage/lib/libnccl-profiler.so"
rm lib/libnccl-profiler.so
echo NCCL_PROFILER_PLUGIN=mine >.nccl.conf
aside "$stage/.nccl.conf"
rm .nccl.conf
NCCL_PROFILER_PLUGIN=mine
export NCCL_PROFILER_PLUGIN
aside NCCL_PROFILER_PLUGIN=mine
LAZYNCCL_PROFILER_PLUGIN=mine
export LAZYNCCL_PROFILER_PLUGIN
aside NCCL_PROFILER_PLUGIN=mine
unset NCCL_PROFILER_PLUGIN LAZYNCCL_PROFILER_PLUGIN
echo NCCL_PROFILER_PLUGIN=mine >named.conf
NCCL_CONF_FILE=$stage/named.conf
export NCCL_CONF_FILE
aside "$stage/named.conf"
unset NCCL_CONF_FILE

# Without the option there is neither a word nor a variable.
options=
traced afK
gpus ''
equal "$("$TOOL" run --lazy nccl --trace calls --print -- true | cut -d= -f1 | paste -sd,)" \
    "$("$TOOL" run --lazy nccl --trace calls --print -- true | grep -v PROFILER | cut -d= -f1 | paste -sd,)"
"$TOOL" run --lazy nccl --trace calls -- env >variables
says_not variables PROFILER
exits 3 "$TOOL" run --completions -- true 2>error
remove_rings
