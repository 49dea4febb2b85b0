#!/bin/sh
# usage: tests/real/standin/completions-on-gpus.sh COMMAND [LIBNCCL]
#
# Tests what a trace says of the GPUs, on a machine with one or two: that collectives are complete, who
# has not entered, whose GPU has not started, and that it says nothing where NCCL's counts cannot be
# trusted. Then times all-reduces of 4 KiB as usual, with a trace, and with completions. Run manually;
# prints "ok" or "FAILED" for each check; ends within six minutes. Needs cc and NVIDIA's driver, and no
# network.
#
# COMMAND is lazynccl, LIBNCCL a libnccl.so.2 from 2.28.3 on (default: that of python3's packages).
set -eu
. "$(dirname "$0")/gpus.sh"

says() # PATTERN: a line of the answer
{
    grep -qE "$1" answer
}
says_not()
{
    ! grep -qE "$1" answer
}

# begin MODE READY [FOLDER]: two ranks, until READY lines say that they are; their answer. A stand-in
# in FOLDER has another version of the interface.
job=
begin()
{
    echo "==> $1${3+, $3}"
    rm -rf calls
    : >said
    "$tool" run --lazy nccl --trace calls --completions -- \
        ${3+env LD_LIBRARY_PATH="$work/$3:$LD_LIBRARY_PATH"} ./job-on-gpus 2 "$1" >said 2>&1 &
    job=$!
    for second in $(seq 25); do
        [ "$(grep -cE "$ready" said)" -lt "$2" ] || break
        sleep 1
    done
    sleep 3
    cat said
    ask
}
ask()
{
    status=0
    "$tool" trace calls >answer || status=$?
    cat answer
}
ready='is ready|skips'
end()
{
    pkill -CONT -P "$job" || true
    pkill -9 -P "$job" || true
    kill -9 "$job" 2>/dev/null || true
    wait "$job" 2>/dev/null || true
}

nvidia-smi --query-gpu=name,driver_version --format=csv,noheader || true
echo "NCCL: $nccl"
call='ncclAllReduce, 1024 of float32, sum'
complete() # NAME
{
    check "$1: all collectives are complete" says '^  on the GPUs: complete on 2$'
    check "$1: nobody waits" says_not 'because of|the GPU has'
    "$tool" trace -v calls >all || true
    check "$1: none is left" sh -c '! grep -E "nccl(AllReduce|Broadcast|Reduce|AllGather|ReduceScatter)\(" all | grep -v ": complete$"'
}
blocked() # NAME STATE
{
    check "$1: the first line names rank 1's GPU" \
        sh -c "head -1 answer | grep -qE '^rank 1 \(.*, $2\) has entered $call, but the GPU has not started it: 1 communicator waits because of it$'"
    check "$1: rank 0 has started" says '^  on the GPUs.*: started on 1, not started on 1$'
    check "$1: rank 0 is no cause" says_not '^ranks? 0'
}

echo '==> what NCCL says of its profiler'
NCCL_DEBUG=INFO timeout 60 "$tool" run --lazy nccl --trace times --completions -- \
    ./job-on-gpus 2 time >said 2>&1 || true
grep -i 'profil\|4 KiB' said | head -n 5
begin finish 2
complete finish
end
begin block 2
blocked block running
end
sleep 1
echo '==> after SIGKILL, and collected'
ask
blocked killed ended
"$tool" trace --node calls
ask
blocked collected ended
"$tool" trace --json calls | head -c 900 || true
echo
begin hang 1
check 'hang: the first line names rank 1' \
    sh -c "head -1 answer | grep -qE '^rank 1 \(.*, running\) has not entered $call: 1 communicator waits because of it$'"
check 'hang: rank 0 has started it' says '^  on the GPUs: started on 1$'
end
begin graph 2
complete graph
end
begin block-graph 2
blocked block-graph running
end
begin abort 2
check 'abort: no cause is left' says_not 'because of'
end
for mode in block-after-graph block-after-self; do
    begin "$mode" 2
    check "$mode: completion is unknown" says '^  completion unknown$'
    check "$mode: nothing is said to be complete" says_not 'on the GPUs'
    end
done
export CUDA_VISIBLE_DEVICES=0
begin block 2
blocked 'block, one GPU' running
end
begin stop 2
check 'stop: all GPUs run it' says '^ranks 0-1 .* have all started ncclAllReduce, [0-9]* of float32, sum on the GPU, and it is not complete: '
check 'stop: nothing is complete' says '^  on the GPUs: started on 2$'
end
unset CUDA_VISIBLE_DEVICES

# Older versions of the interface: the stand-in has no newer table.
standin=$(find cache -name libnccl.so.2 -type f | head -1)
mkdir v4 v3
sed 's/ncclProfiler_v5/ncclProfiler_-5/' "$standin" >v4/libnccl.so.2
sed 's/ncclProfiler_v4/ncclProfiler_-4/' v4/libnccl.so.2 >v3/libnccl.so.2
for version in v4 v3; do
    begin finish 2 $version
    complete "finish, $version"
    end
    begin block 2 $version
    blocked "block, $version" running
    end
done

for round in 1 2; do
    echo "==> round $round: as usual, with a trace, with completions"
    timeout 60 ./job-on-gpus 2 time
    timeout 60 "$tool" run --lazy nccl --trace times -- ./job-on-gpus 2 time
    timeout 60 "$tool" run --lazy nccl --trace times --completions -- ./job-on-gpus 2 time
done
"$tool" run --clean
[ "$failed" = 0 ]
