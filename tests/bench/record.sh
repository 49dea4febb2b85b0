# The time that LAZYNCCL_NET_RECORD adds to a call from NCCL, on a disk that is not slow.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/bench/row.sh"
. "$SOURCE/tests/netplugin/netplugin.sh"

$CC $compiles -O2 -fPIC -shared -fvisibility=hidden "$here/fake/idle.c" -o idle.so
caller cost 12 cost -O2

# measured VARIABLE...: the least of nine measurements.
measured()
{
    for i in 1 2 3 4 5 6 7 8 9; do
        env LAZYNCCL_NET_PLUGIN="$PWD/idle.so" "$@" ./cost "$lazy" 1000000
        rm -f recording
    done | sort -n | head -n 1
}
plain=$(measured A=)
recorded=$(measured LAZYNCCL_NET_RECORD="$PWD/recording")
more=$(echo "$recorded $plain" | awk '{ printf "%.0f", $1 - $2 }')
row "a call through libnccl-net-lazy.so" "$plain ns"
row "recording it" "$more ns more" "<= 200 ns" below "$more" 200
