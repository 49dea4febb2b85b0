# Between an isend or irecv and its test no memory is asked for and no lock is taken, also where sizes
# and arrays must be converted.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/netplugin/netplugin.sh"

$CC $compiles -fPIC -shared -fvisibility=hidden "$here/fake/idle.c" -o idle.so
for version in 4 9 12; do # the versions between make memory of their own here
    caller moving "$version" "moving-v$version" -rdynamic
    LAZYNCCL_NET_PLUGIN=$PWD/idle.so "./moving-v$version" "$lazy" || fail "v$version"
done
