# The cost of `find`, and of `audit` of a large file and of a whole site-packages, compared with
# installed tools that do a part of this. The limit is on CPU time, because other load does not
# change it; instructions and system calls are constant.
need_tool
need strace valgrind
unset LAZYNCCL_SEARCH

# within MS MIB: the first command in `times` kept both limits.
within()
{
    awk -v ms="$1" -v mib="$2" 'NR == 1 { exit !($5 / 1e6 <= ms && $3 / 1024 <= mib) }' times
}

# measure ROUNDS WHAT MS MIB COMMAND [NAME COMMAND]...: runs the first command, and the others if
# they are installed.
measure()
{
    rounds=$1 what=$2 ms=$3 mib=$4 ours=$5
    shift 5
    printf '%s\0' "$ours" >commands
    : >names
    while [ $# -gt 1 ]; do
        if $2 >/dev/null 2>&1; then
            printf '%s\n' "$1" >>names
            printf '%s\0' "$2" >>commands
        fi
        shift 2
    done
    QUIET=1 xargs -0 ./runs "$rounds" <commands >times
    awk '{ printf "%.1f ms of a CPU, %.1f from start to end, %.1f MiB\n", $5 / 1e6, $1 / 1e6, $3 / 1024 }' times >texts
    row "$what" "$(sed -n 1p texts)" "<= $ms ms, $mib MiB" within "$ms" "$mib"
    strace -f -o trace $ours >/dev/null 2>&1 || true
    row "  instructions, system calls" "$(valgrind --tool=callgrind --callgrind-out-file=/dev/null \
        $ours 2>&1 | sed -n 's/.*Collected : //p'), $(grep -c '(' trace)"
    sed 1d texts | paste names - | while IFS="$(printf '\t')" read -r name text; do
        row "  $name" "$text"
    done
}

# it continues after libraries that it fails to read, but not without Python's elftools
cat >lddtrees <<'END'
#!/bin/sh
lddtree /bin/sh || exit
find "$1" -name '*.so*' -type f -exec lddtree {} + 2>/dev/null || true
END
chmod +x lddtrees

nccl=$SITE/nvidia/nccl/lib/libnccl.so.2
if [ -f "$nccl" ]; then
    measure 51 "audit of libnccl.so.2" 10 20 "$TOOL audit $nccl" \
        "patchelf --print-needed" "patchelf --print-needed $nccl" \
        "readelf -d" "readelf -d $nccl"
    export VIRTUAL_ENV="${SITE%/lib/python*}"
    measure 51 "find, all three" 5 20 "$TOOL find"
    unset VIRTUAL_ENV
else
    row "audit of libnccl.so.2" "the real libraries are not in $SITE"
fi
torch=$(ls -d "${XDG_CACHE_HOME:-$HOME/.cache}"/lazynccl/envs/torch-*/lib/python*/site-packages \
    2>/dev/null | tail -n 1)
if [ -n "$torch" ]; then
    measure 5 "audit of PyTorch's site-packages" 1000 200 "$TOOL audit $torch" \
        "lddtree, of all its libraries" "./lddtrees $torch"
    python=${torch%/lib/*}/bin/python
    printf '%s\n' 'from cuda.pathfinder import load_nvidia_dynamic_lib as load' \
        'for name in "nccl", "nvrtc", "nvJitLink": load(name)' >pathfinder.py
    export PATH="${python%/*}:$PATH"
    measure 21 "find there, all three" 5 20 "$TOOL find" \
        "cuda-pathfinder, which loads them" "$python pathfinder.py"
else
    row "audit of PyTorch's site-packages" "no such environment: ./dev test real torch-2.15.0"
fi
