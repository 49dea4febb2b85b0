# `lazynccl plugin check` finds no problems in the TCP plugin: by itself, with all the versions
# that the kit makes, nor behind libnccl-net-lazy.so, as a build that has v8 alone or v11 alone.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/netplugin/netplugin.sh"
[ -n "${TOOL-}" ] || skip "the command is not built"

# passes FILE: with no finding, in every version that this test knows.
passes()
{
    "$TOOL" plugin check "$1" >said 2>&1 || fail "$1: $(cat said)"
    says said '^no problems found$'
    for version in $versions; do
        says said "^ .* v$version( |\$)"
    done
}

export NCCL_SOCKET_IFNAME=lo
tcp tcp.so
passes ./tcp.so
for real in 8 11; do
    tcp tcp-v$real.so $real
    export LAZYNCCL_NET_PLUGIN="$PWD/tcp-v$real.so"
    passes "$lazy"
    unset LAZYNCCL_NET_PLUGIN
done
