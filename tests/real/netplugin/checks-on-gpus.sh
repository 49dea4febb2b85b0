# Checks of jobs on GPUs. net-on-gpus.sh and plugins-on-gpus.sh source it, and copy it with them.
# SPDX-License-Identifier: Apache-2.0 OR MIT

failed=0

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
