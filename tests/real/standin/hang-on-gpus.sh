#!/bin/sh
# usage: tests/real/standin/hang-on-gpus.sh COMMAND [LIBNCCL]
#
# Tests traces of a hang on a machine with a GPU, and times all-reduces of 4 KiB with and without a
# trace. Run manually; prints "ok" or "FAILED" for each check; ends within eight minutes. Needs cc and
# NVIDIA's driver, and no network.
#
# COMMAND is lazynccl, LIBNCCL a libnccl.so.2 (default: that of python3's packages). Two processes
# share the first GPU as two hosts for the hang, and each has its own for the times if there are two.
set -eu
. "$(dirname "$0")/gpus.sh"

nvidia-smi --query-gpu=name,driver_version --format=csv,noheader || true
echo "NCCL: $nccl"
for round in 1 2 3; do
    echo "==> round $round: as usual, with stand-ins, with a trace"
    timeout 110 ./job-on-gpus 2 time
    timeout 110 "$tool" run --lazy nccl -- ./job-on-gpus 2 time
    timeout 110 "$tool" run --lazy nccl --trace "times-$round" -- ./job-on-gpus 2 time
done

echo '==> a hang of two processes on one GPU'
CUDA_VISIBLE_DEVICES=0 "$tool" run --lazy nccl --trace calls -- ./job-on-gpus 2 hang >said 2>&1 &
job=$!
for second in $(seq 60); do
    ! grep -q 'skips' said || break
    sleep 1
done
cat said
sleep 5
begun=$(date +%s%N)
"$tool" trace calls >running || true
echo "answered in $((($(date +%s%N) - begun) / 1000000)) ms"
cat running
check 'during the hang the first line names rank 1' grep -q '^rank 1 (.*, running) has not entered ncclAllReduce, 1024 of float32, sum: 1 ' running
check 'rank 0 is no cause' sh -c '! grep -q "^rank 0" running'
pkill -9 -P "$job" || true
kill -9 "$job" || true
sleep 2
echo '==> after SIGKILL'
"$tool" trace calls >killed || true
cat killed
check 'after SIGKILL the first line names rank 1' grep -q '^rank 1 (.*, ended) has not entered ncclAllReduce, 1024 of float32, sum: 1 ' killed
"$tool" trace --node calls
"$tool" trace calls >collected || true
check 'the collected node gives the same answer' sh -c 'sed "s/, [0-9.]* s ago//" killed >a; sed "s/, on [0-9].*//" collected >b; cmp a b'
"$tool" run --clean
[ "$failed" = 0 ]
