# What the command costs: find, and audit of one large file and of a whole site-packages; beside it
# what tells a part of that, where it is installed.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/bench/row.sh"
[ -n "${TOOL-}" ] || skip "the command is not built"
$CC -O2 "$SOURCE/tests/bench/runs.c" -o runs
unset LAZYNCCL_SEARCH

# `runs` takes what a command prints for its time
cat >quiet.c <<'END'
#include <fcntl.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    (void)argc;
    dup2(open("/dev/null", O_WRONLY), 1);
    execvp(argv[1], argv + 1);
    return 127;
}
END
$CC -O2 -static quiet.c -o quiet 2>/dev/null || $CC -O2 quiet.c -o quiet

# within MS MIB: whether the first command of `times` kept to that.
within()
{
    awk -v ms="$1" -v mib="$2" 'NR == 1 { exit !($1 / 1e6 <= ms && $3 / 1024 <= mib) }' times
}

# measure TIMES WHAT MOST-MS MOST-MIB COMMAND [NAME COMMAND]...: ours first, then the others'.
measure()
{
    what=$2 ms=$3 mib=$4
    printf '%s\n' "$5" >commands
    : >names
    rounds=$1
    shift 5
    while [ $# -gt 1 ]; do
        if command -v "${2%% *}" >/dev/null; then
            printf '%s\n' "$1" >>names
            printf '%s\n' "$2" >>commands
        fi
        shift 2
    done
    sed 's,^,./quiet ,' commands | tr '\n' '\0' | xargs -0 ./runs "$rounds" >times
    awk '{ printf "%.1f ms, %.1f MiB\n", $1 / 1e6, $3 / 1024 }' times >texts
    row "$what" "$(sed -n 1p texts)" "<= $ms ms, $mib MiB" within "$ms" "$mib"
    sed 1d texts | paste names - | while IFS="$(printf '\t')" read -r name text; do
        row "  $name" "$text"
    done
}

# a status of 1, findings, is no failure here
cat >audit <<END
#!/bin/sh
"$TOOL" audit "\$1" || [ \$? = 1 ]
END
cat >lddtrees <<'END'
#!/bin/sh
find "$1" -name '*.so*' -type f -exec lddtree {} + 2>&1 || true
END
chmod +x audit lddtrees
command -v lddtree >/dev/null || rm lddtrees

nccl=$SITE/nvidia/nccl/lib/libnccl.so.2
if [ -f "$nccl" ]; then
    measure 51 "audit of libnccl.so.2" 10 20 "$TOOL audit $nccl" \
        "patchelf --print-needed" "patchelf --print-needed $nccl" \
        "readelf -d" "readelf -d $nccl"
    measure 51 "find, all three" 5 20 "env VIRTUAL_ENV=${SITE%/lib/python*} $TOOL find"
else
    row "audit of libnccl.so.2" "the real libraries are not in $SITE"
fi
torch=$(ls -d "${XDG_CACHE_HOME:-$HOME/.cache}"/lazynccl/envs/torch-*/lib/python*/site-packages \
    2>/dev/null | tail -n 1)
if [ -n "$torch" ]; then
    measure 5 "audit of PyTorch's site-packages" 1000 200 "./audit $torch" \
        "lddtree, of all its libraries" "./lddtrees $torch"
    python=${torch%/lib/*}/bin/python
    "$python" -c 'import cuda.pathfinder' 2>/dev/null &&
        printf '%s\n' 'from cuda.pathfinder import load_nvidia_dynamic_lib as load' \
            'for name in "nccl", "nvrtc", "nvJitLink": load(name)' >pathfinder.py &&
        measure 5 "find there, all three" 5 20 "env PATH=${python%/*} $TOOL find" \
            "cuda-pathfinder, which loads them" "$python pathfinder.py"
else
    row "audit of PyTorch's site-packages" "no such environment: ./dev test real torch-2.15.0"
fi
