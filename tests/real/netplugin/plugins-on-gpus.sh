#!/bin/sh
# usage: tests/real/netplugin/plugins-on-gpus.sh build BUILD FOLDER | run FOLDER LIBNCCL...
#        | torch FOLDER PYTHON
#
# Tests every kind of plugin at once on GPUs: real NCCLs move data over libnccl-net-lazy.so and the
# TCP plugin, with a tuner of v3 and two profilers of the version that each NCCL calls, all found by
# libnccl-net-lazy.so. Run manually; prints "ok" or "FAILED" for each check.
#
# build:  writes everything to FOLDER that the others need except NCCL, the driver and PyTorch, so
#         that it can be copied to a machine without a compiler; BUILD is a build folder of this tree.
# run:    runs the job with each libnccl.so.2.
# torch:  runs PyTorch's collectives over NCCL's sockets, over the TCP plugin alone, and over the TCP
#         plugin through libnccl-net-lazy.so, and prints the time of each.
set -eu
. "$(dirname "$0")/checks-on-gpus.sh"

build()
{
    source=$(cd "$(dirname "$0")/../../.." && pwd)
    build=$(cd "$1" && pwd)
    made=$build/src/netplugin fake=$source/tests/netplugin/fake
    compile="${CC:-cc} -std=c11 -O2 -w -D_GNU_SOURCE -pthread -I$made -I$source/src"
    mkdir -p "$2"
    cp "$made/libnccl-net-lazy.so" "$0" "$(dirname "$0")/checks-on-gpus.sh" "$2"
    $compile "$source/tests/real/support/job-on-gpus.c" -o "$2/job-on-gpus" -ldl
    $compile -fPIC -shared -fvisibility=hidden "$source"/docs/examples/net-plugin/*.c \
        -o "$2/libnccl-net-tcp.so" "$made/liblazynccl-net.a" -Wl,-z,defs
    $compile -DVERSION=3 -DCHANNELS=1 -fPIC -shared -fvisibility=hidden "$fake/tuner.c" -o "$2/tuner-v3.so"
    for version in 1 2 3 4 5 6 7; do
        for name in one other; do
            $compile -DVERSION=$version -DMASK=0x3ff -fPIC -shared -fvisibility=hidden \
                "$fake/profiler.c" -o "$2/profiler-v$version-$name.so"
        done
    done
    sed 's/^WARM_UP, ROUNDS = .*/WARM_UP, ROUNDS = 5, 50/' \
        "$source/docs/examples/all-reduce/torch-collectives.py" >"$2/torch-collectives.py"
}

# not_logged PATTERN: no line of NCCL's logs matches.
not_logged()
{
    ! logged "$1"
}

# counted PATTERN: there is a matching line of counts for each process.
counted()
{
    [ "$(cat counts fakes | grep -Ec -e "$1")" = "$ranks" ]
}

# profiler_version: the version of profilers that the NCCL named $name calls.
profiler_version()
{
    case ${name##* } in
    2.23.*) echo 1 ;;
    2.24.* | 2.25.*) echo 2 ;;
    2.26.*) echo 3 ;;
    2.27.*) echo 4 ;;
    2.28.*) echo 5 ;;
    2.29.* | 2.30.*) echo 6 ;;
    *) echo 7 ;;
    esac
}

# all_at_once: the network, the tuner and both profilers.
all_at_once()
{
    about="$name, network, tuner, two profilers"
    lazy=$folder/libnccl-net-lazy.so
    version=$(profiler_version)
    one=$folder/profiler-v$version-one.so other=$folder/profiler-v$version-other.so
    check "the job succeeds" job "$library" 2 NCCL_NET_PLUGIN=lazy NCCL_TUNER_PLUGIN="$lazy" \
        NCCL_PROFILER_PLUGIN="$lazy" LAZYNCCL_NET_PLUGIN="$folder/libnccl-net-tcp.so" \
        LAZYNCCL_TUNER_PLUGIN="$folder/tuner-v3.so" NCCL_NET_PLUGIN_REF_COUNT=1 \
        LAZYNCCL_PROFILER_PLUGIN="$one,$other" \
        LD_LIBRARY_PATH="$folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
    check "the sums are correct in two communicators, one after the other" sums 2
    check "all processes moved their data over the TCP plugin" counted ' send [1-9].* bytes [1-9]'
    check "NCCL asked the tuner" counted '^tuner v3 inits [1-9][0-9]* asks [1-9]'
    events="^profiler v$version inits [1-9][0-9]* starts [1-9]"
    check "both profilers have events" [ "$(grep -Ec -e "$events" fakes)" = $((2 * ranks)) ]
    check "its log names the tuner" logged "tuner fake of $folder/tuner-v3.so \(v3\), called as v"
    check "and both profilers" logged "profiler fake of $other \(v$version\)"
    check "no warning of lazynccl" not_logged 'NCCL WARN.*lazynccl|lazynccl.*NCCL WARN'
    sed 's/^/       /' counts fakes 2>/dev/null || true
    evidence
}

run()
{
    with_each all_at_once "$@"
}

# timed WHAT VARIABLE...: runs PyTorch's collectives.
timed()
{
    what=$1
    shift
    began=$(date +%s)
    status=0
    env NCCL_P2P_DISABLE=1 NCCL_SHM_DISABLE=1 NCCL_NVLS_ENABLE=0 NCCL_SOCKET_IFNAME=lo "$@" \
        timeout 120 "$python" "$folder/torch-collectives.py" >said.torch 2>&1 || status=$?
    echo "torch over $what: exit status $status, $(($(date +%s) - began)) s"
    tail -n 6 said.torch | sed 's/^/       /'
}

torch()
{
    folder=$(cd "$1" && pwd) python=$2
    cd "$(mktemp -d)"
    timed "NCCL's own sockets" NCCL_NET=Socket NCCL_NET_PLUGIN=none
    timed "the TCP plugin" NCCL_NET_PLUGIN="$folder/libnccl-net-tcp.so"
    timed "libnccl-net-lazy.so and the TCP plugin" NCCL_NET_PLUGIN="$folder/libnccl-net-lazy.so" \
        LAZYNCCL_NET_PLUGIN="$folder/libnccl-net-tcp.so"
}

case ${1-} in
build | torch) [ $# = 3 ] || usage ;;
run) [ $# -ge 3 ] || usage ;;
*) usage ;;
esac
"$@"
