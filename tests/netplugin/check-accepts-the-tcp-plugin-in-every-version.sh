# `lazynccl plugin check` finds no problems in the TCP plugin, with all versions from the kit, or
# with only v8 or v11 after libnccl-net-lazy.so.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/netplugin/netplugin.sh"
need_tool

# passes FILE: no findings, in any version.
passes()
{
    "$TOOL" plugin check "$1" >said 2>&1 || fail "$1: $(cat said)"
    says said "^$no_problems\$"
    for version in $versions; do
        says said "^ .* v$version( |\$)"
    done
}

tcp tcp.so
passes ./tcp.so
for real in 8 11; do
    tcp tcp-v$real.so $real
    export LAZYNCCL_NET_PLUGIN="$PWD/tcp-v$real.so"
    passes "$lazy"
    unset LAZYNCCL_NET_PLUGIN
done
