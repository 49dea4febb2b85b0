# Each CollNet version that NCCL calls works on each that a plugin has; without any, init fails
# without a warning, so that NCCL does not use it.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/netplugin/netplugin.sh"

fake_plugin 12 none.so
for version in $versions; do
    fake_plugin "$version" "fake-v$version.so" "$here/fake/plugin-collnet.c" -DFINI
    caller collnet "$version" "collnet-v$version"
    LAZYNCCL_NET_PLUGIN=$PWD/none.so "./collnet-v$version" "$lazy" "$PWD/none.so" 0 ||
        fail "v$version without CollNet"
done
for version in $versions; do
    for real in $versions; do
        export LAZYNCCL_NET_PLUGIN="$PWD/fake-v$real.so"
        "./collnet-v$version" "$lazy" "$LAZYNCCL_NET_PLUGIN" "$real" || fail "v$version on v$real"
    done
done
