#!/bin/sh
# usage: trace-on-gpus.sh COMMAND: manual test of traces on a machine with two GPUs.
#
# COMMAND is lazynccl. Needs PyTorch for CUDA in PATH's python3. docs/gpus.md has its output.
set -eu
[ $# = 1 ] || { sed -n 's/^# \(usage: .*\)/\1/p' "$0"; exit 2; }
tool=$(realpath "$1")
cd "$(dirname "$0")/../../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME="$work/cache"

nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
python3 -c 'import torch; print("PyTorch", torch.__version__)'
"$tool" run -- true

for round in 1 2 3; do
    echo "==> round $round: as usual, with stand-ins, with a trace"
    python3 docs/examples/all-reduce/torch-collectives.py
    "$tool" run -- python3 docs/examples/all-reduce/torch-collectives.py
    "$tool" run --trace "$work/calls-$round" -- python3 docs/examples/all-reduce/torch-collectives.py
done
ls -l "$work/calls-1"
"$tool" trace "$work/calls-1" || true
"$tool" trace -v "$work/calls-1" | tail -n 25 || true

echo '==> a hang'
"$tool" run --trace "$work/hang" -- python3 -m torch.distributed.run --nproc-per-node 2 \
    tests/real/standin/hang.py >"$work/said" 2>&1 &
hang=$!
for second in $(seq 120); do
    grep -q 'rank 1 skips' "$work/said" && break
    sleep 1
done
sleep 5
begun=$(date +%s.%N)
status=0
"$tool" trace "$work/hang" >"$work/answer" || status=$?
echo "$begun $(date +%s.%N)" | awk '{ printf "answered in %.3f s\n", $2 - $1 }'
cat "$work/answer"
pkill -9 -P "$hang" || true
kill -9 "$hang" || true
sleep 2
echo '==> after the job was killed'
"$tool" trace "$work/hang" || true
[ "$status" = 1 ] && grep -q 'rank 1 .*has not entered' "$work/answer" || {
    cat "$work/said"
    echo 'failed: the trace does not name rank 1'
    exit 1
}
