# The author's kit makes every version of a table of any version: what NCCL calls works on it as on a
# plugin of that version.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/netplugin/netplugin.sh"

callers='4 8 12'
for version in $callers; do
    caller properties "$version" "properties-v$version"
    caller move "$version" "move-v$version"
done
for real in $versions; do
    cat >glue.c <<END
#include "lazynccl_net.h"
extern struct lazynccl_net_v$real own_table;
LAZYNCCL_NET_PLUGIN(own_table)
END
    $CC $compiles -fPIC -I"$BUILD/src/netplugin" -c glue.c -o glue.o
    standin "$real" kit.so -DncclNetPlugin_v"$real"=own_table glue.o \
        "$BUILD/src/netplugin/liblazynccl-net.a" -Wl,-z,defs
    nm -D --defined-only kit.so >exported
    equal "$(grep -c ' ncclNetPlugin_v' exported)" 9
    for version in $callers; do
        "./properties-v$version" ./kit.so "$real" || fail "properties of v$real as v$version"
        "./move-v$version" ./kit.so >said 2>&1 || fail "v$real as v$version: $(cat said)"
    done
done
