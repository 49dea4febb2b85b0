# Shared by the scripts for machines with GPUs that are given COMMAND and, if wanted, LIBNCCL: finds
# NCCL, builds job-on-gpus in a new folder, and goes there. Defines check.
[ $# = 1 ] || [ $# = 2 ] || { sed -n 's/^# \(usage: .*\)/\1/p' "$0"; exit 2; }
tool=$(realpath "$1")
nccl=${2-}
[ -n "$nccl" ] || nccl=$(python3 -c 'import os, sys
for folder in sys.path:
    path = os.path.join(folder, "nvidia/nccl/lib/libnccl.so.2")
    if os.path.exists(path):
        print(path)
        break')
nccl=$(realpath "$nccl")
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
${CC:-cc} -std=gnu11 -O2 -w "$here/../support/job-on-gpus.c" -o job-on-gpus -ldl
export XDG_CACHE_HOME="$work/cache" LAZYNCCL_LIBPATH="$nccl" HOME="$work"
export LD_LIBRARY_PATH="${nccl%/*}${LD_LIBRARY_PATH+:$LD_LIBRARY_PATH}" NCCL_SOCKET_IFNAME=lo
failed=0
check() # NAME COMMAND...
{
    name=$1
    shift
    if "$@"; then
        echo "ok      $name"
    else
        echo "FAILED  $name"
        failed=$((failed + 1))
        [ "$failed" -gt 3 ] || "$tool" trace -v calls | tail -n 30 || true
    fi
}
