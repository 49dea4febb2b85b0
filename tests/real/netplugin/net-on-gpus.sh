#!/bin/sh
# usage: tests/real/netplugin/net-on-gpus.sh build BUILD FOLDER | run FOLDER LIBNCCL...
#
# Tests net plugins on GPUs: real NCCLs move data over libnccl-net-lazy.so and the TCP plugin, built
# with only v8 and with only v11. Run manually; prints "ok" or "FAILED" for each check.
#
# build: writes to FOLDER everything `run` needs except NCCL and CUDA's driver, so that it can be
#        copied to a machine without a compiler; BUILD is a build folder of this tree.
# run:   runs the checks with each libnccl.so.2. RANKS=N: this many processes (2), which share GPUs
#        if there are fewer.
set -eu
. "$(dirname "$0")/checks-on-gpus.sh"

build()
{
    source=$(cd "$(dirname "$0")/../../.." && pwd)
    made=$(cd "$1" && pwd)/src/netplugin
    mkdir -p "$2"
    cp "$made/libnccl-net-lazy.so" "$0" "$(dirname "$0")/checks-on-gpus.sh" "$2"
    ${CC:-cc} -std=c11 -O2 "$source/tests/real/support/job-on-gpus.c" -o "$2/job-on-gpus" -ldl
    for version in 8 11; do
        echo "{ global: ncclNetPlugin_v$version; local: *; };" >"$2/map"
        ${CC:-cc} -std=c11 -O2 -D_GNU_SOURCE -fPIC -shared -fvisibility=hidden -pthread -I"$made" \
            "$source"/docs/examples/net-plugin/*.c -o "$2/tcp-v$version.so" \
            "$made/liblazynccl-net.a" -Wl,-z,defs,--version-script="$2/map"
    done
    rm "$2/map"
}

# each_count PATTERN: there is one line of counts for each process, and all match.
each_count()
{
    [ "$(grep -Ec -e "$1" counts)" = "$ranks" ] && [ "$(grep -c . counts)" = "$ranks" ]
}

# moves VERSION VARIABLE...: two communicators use the plugin with only this version.
moves()
{
    version=$1
    shift
    check "the job succeeds" job "$library" 2 LAZYNCCL_NET_PLUGIN="$folder/tcp-v$version.so" "$@"
    check "the sums are correct in two communicators, one after the other" sums 2
    called=$(sed -n 's/.*\/tcp-v.*called as v\([0-9]*\).*/\1/p' log.* 2>/dev/null | head -1)
    about="$about, which calls v${called:-?}"
    check "it calls the plugin's v$version" \
        logged "network plugin $folder/tcp-v$version.so \(v$version\), called as v"
    check "all processes moved their data over it" each_count ' send [1-9].* bytes [1-9]'
    case $version-$called in
    11-1[1-9]) check "it starts and ends with each communicator" each_count ' init 2 finalize 2 ' ;;
    *) check "it starts once" each_count ' init 1 finalize 0 ' ;;
    esac
    evidence
    sed 's/^/       /' counts 2>/dev/null || true
}

# works_without: the real plugin is missing.
works_without()
{
    set -- "$@" LAZYNCCL_NET_PLUGIN=/nowhere/libnccl-net-none.so
    about="$name, no plugin"
    check "NCCL uses its own sockets" job "$library" 1 "$@"
    check "and the sums are correct" sums 1
    check "and its log says at WARN which plugin was missing" \
        logged 'NCCL WARN .*no network plugin: /nowhere/libnccl-net-none.so'
    evidence
    about="$name, no plugin, LAZYNCCL_NET_REQUIRED=1"
    if job "$library" 1 "$@" LAZYNCCL_NET_REQUIRED=1; then
        check "the job fails" false
    else
        check "the job fails" true
    fi
    check "and moved nothing" sums 0
    check "and its log says why at WARN" \
        logged 'NCCL WARN .*(listen|connect): no network plugin: /nowhere/libnccl-net-none.so'
    evidence
}

# every_way: the plugin with each version, found in each way, and no plugin.
every_way()
{
    mkdir default
    ln -s "$folder/libnccl-net-lazy.so" default/libnccl-net.so
    default=$PWD/default
    for version in 8 11; do
        # By its name, because NCCL up to 2.20 accepts no path; 2.28.3 to 2.29.7 lose the name
        # when they close the plugin, so they keep it open.
        about="$name, NCCL_NET_PLUGIN"
        moves $version NCCL_NET_PLUGIN=lazy NCCL_NET_PLUGIN_REF_COUNT=1 \
            LD_LIBRARY_PATH="$folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
        # As libnccl-net.so, which NCCL closes after the first communicator and opens again.
        about="$name, libnccl-net.so"
        moves $version LD_LIBRARY_PATH="$default${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
    done
    works_without NCCL_NET_PLUGIN=lazy LD_LIBRARY_PATH="$folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
}

run()
{
    with_each every_way "$@"
}

case ${1-} in
build) [ $# = 3 ] || usage ;;
run) [ $# -ge 3 ] || usage ;;
*) usage ;;
esac
"$@"
