# A recorded thread may end after NCCL has closed the plugin, which therefore stays loaded.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/netplugin/netplugin.sh"
export NCCL_SOCKET_IFNAME=lo
tcp tcp.so
for version in 8 12; do
    caller outlive $version outlive
    rm -f recording
    LAZYNCCL_NET_RECORD=$PWD/recording ./outlive ./tcp.so >said || fail "v$version: $(cat said)"
    equal "$(cat said)" stays
    [ -s recording ] || fail "v$version: nothing was recorded"
done
