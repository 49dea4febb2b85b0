# Checks of jobs on GPUs. net-on-gpus.sh and plugins-on-gpus.sh source it, and copy it with them.

failed=0

usage()
{
    sed -n 's/^# \(usage: .*\)/\1/p; s/^# \(  *| .*\)/\1/p' "$0"
    exit 2
}

# job LIBNCCL COMMUNICATORS VARIABLE...: runs all-reduces in so many communicators, one after the
# other, and returns their exit status.
job()
{
    library=$1 communicators=$2
    shift 2
    rm -f log.* counts fakes
    env NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,NET,ENV,TUNING NCCL_DEBUG_FILE="$PWD/log.%p" \
        NCCL_P2P_DISABLE=1 NCCL_SHM_DISABLE=1 NCCL_NVLS_ENABLE=0 NCCL_SOCKET_IFNAME=lo \
        TCP_COUNTS="$PWD/counts" FAKE_COUNTS="$PWD/fakes" "$@" \
        "$folder/job-on-gpus" "$ranks" sums "$library" "$communicators" >said 2>&1
}

# check WHAT COMMAND...: prints whether this succeeds.
check()
{
    what=$1
    shift
    if "$@" >/dev/null 2>&1; then
        printf 'ok     %s: %s\n' "$about" "$what"
    else
        printf 'FAILED %s: %s\n' "$about" "$what"
        failed=1
    fi
}

# logged PATTERN: NCCL's logs have a matching line.
logged()
{
    grep -Eqs -e "$1" log.*
}

# sums COMMUNICATORS: the sums of all are correct.
sums()
{
    [ "$(grep -c 'the sums are correct' said)" = "$1" ]
}

# evidence: prints output and warnings after a failure.
evidence()
{
    if [ $failed = 1 ]; then
        sed 's/^/    /' said
        sed -n '/NCCL WARN/s/^/    /p' log.* 2>/dev/null | sort -u | head -20
        failed=2
    fi
}

# with_each COMMAND FOLDER LIBNCCL...: runs the command with each NCCL, as $library, called $name, in
# an empty folder. FOLDER has the files of the build.
with_each()
{
    command=$1 folder=$(cd "$2" && pwd) ranks=${RANKS:-2}
    shift 2
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    gpus=$("$folder/job-on-gpus" gpus) || { echo "$gpus"; exit 1; }
    echo "$ranks processes, GPUs: $gpus"
    for library in "$@"; do
        set -- "$@" "$(cd "$(dirname "$library")" && pwd)/$(basename "$library")"
        shift
    done
    for library in "$@"; do
        name=$(grep -ao 'NCCL version [0-9][0-9.]*' "$library" | head -1)
        echo "$name: $library"
        cd "$(mktemp -d "$work/XXXXXX")"
        "$command"
    done
    [ $failed = 0 ]
}
