# Through libnccl-net-lazy.so, every NCCL version moves messages over a TCP plugin that has only v8
# or only v11.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/netplugin/netplugin.sh"

for real in 8 11; do
    tcp "tcp-v$real.so" $real
    equal "$(nm -D --defined-only "tcp-v$real.so" | awk '{ print $3 }')" "ncclNetPlugin_v$real"
done
for version in $versions; do
    caller move "$version" move
    for real in 8 11; do
        rm -f counts
        LAZYNCCL_NET_PLUGIN=$PWD/tcp-v$real.so TCP_COUNTS=counts ./move "$lazy" >said ||
            fail "v$version on v$real: $(cat said)"
        says said "^INFO network plugin $PWD/tcp-v$real.so \(v$real\), called as v$version\$"
        says_not said '^WARN'
        case $version-$real in
        1[12]-11) says counts ' init 2 finalize 2 ' ;;
        *) says counts ' init 1 finalize 0 ' ;;
        esac
    done
done

# The plugin's own errors are passed on.
export LAZYNCCL_NET_PLUGIN="$PWD/tcp-v8.so"
caller ask 11 ask
NCCL_SOCKET_IFNAME=nosuch0 ./ask "$lazy" - open init >said
says said '^WARN TCP init: NCCL_SOCKET_IFNAME does not allow lo$'
says said '^init: 2$'
