#!/bin/sh
# usage: two-gpus.sh PREFIX: manual tests for a machine with two GPUs.
#
# PREFIX is an installation. Needs PyTorch for CUDA in PATH's python3, and
# CUDA in CUDA_HOME. docs/gpus.md has its output.
set -eu
cd "$(dirname "$0")/../../.."
[ $# = 1 ] || { sed -n 's/^# \(usage: .*\)/\1/p' "$0"; exit 2; }
prefix=$(cd "$1" && pwd)
rounds=${ROUNDS:-3}
cuda=${CUDA_HOME:-/usr/local/cuda}
source=docs/examples/all-reduce
archive=$(find "$prefix" -name liblazynccl.a)
tool=$prefix/bin/lazynccl
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT

say()
{
    printf '\n==> %s\n' "$*"
}

say "the machine"
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
python3 -c 'import torch; print("PyTorch", torch.__version__)'
nccl=$(python3 -c 'import nvidia.nccl; print(list(nvidia.nccl.__path__)[0])')

say "the example, linked with -lnccl and with -llazynccl"
for with in nccl lazynccl; do
    case $with in
    nccl) libraries="$nccl/lib/libnccl.so.2 -Wl,-rpath,$nccl/lib" ;;
    lazynccl) libraries=$archive ;;
    esac
    cc -O2 "$source/all-reduce.c" -o "$built/all-reduce-$with" -I"$nccl/include" \
        -I"$cuda/include" $libraries -L"$cuda/lib64" -Wl,-rpath,"$cuda/lib64" -lcudart -lpthread
    readelf -d "$built/all-reduce-$with" | sed -n 's/.*NEEDED.*\[\(.*\)\]/    \1/p'
done

for round in $(seq "$rounds"); do
    say "all-reduce in C, round $round"
    for how in threads processes; do
        for with in nccl lazynccl; do
            printf '%-9s %-9s ' "$how" "$with"
            LAZYNCCL_LIBPATH=$nccl/lib "$built/all-reduce-$with" $how 2
        done
    done
    if command -v mpirun >/dev/null; then
        for with in nccl lazynccl; do
            printf '%-9s %-9s ' mpirun "$with"
            rm -f "$built/id"
            LAZYNCCL_LIBPATH=$nccl/lib mpirun ${MPIRUN_OPTIONS:-} -n 2 \
                "$built/all-reduce-$with" launched "$built/id"
        done
    fi
    if command -v torchrun >/dev/null; then
        for with in nccl lazynccl; do
            printf '%-9s %-9s ' torchrun "$with"
            rm -f "$built/id"
            LAZYNCCL_LIBPATH=$nccl/lib torchrun --no-python --nproc-per-node 2 \
                "$built/all-reduce-$with" launched "$built/id"
        done
    fi
done

for round in $(seq "$rounds"); do
    say "PyTorch's collectives, untouched, round $round"
    python3 "$source/torch-collectives.py"
    say "PyTorch's collectives through the stand-ins, round $round"
    "$tool" run -- python3 "$source/torch-collectives.py"
done
