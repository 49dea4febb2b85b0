# The kit makes every version from a table of any version.
callers=$(each_of 8 4 12)
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
    fake_plugin "$real" kit.so -DncclNetPlugin_v"$real"=own_table glue.o \
        "$BUILD/src/netplugin/liblazynccl-net.a" -Wl,-z,defs
    nm -D --defined-only kit.so >exported
    equal "$(grep -c ' ncclNetPlugin_v' exported)" 9
    for version in $callers; do
        "./properties-v$version" ./kit.so "$real" || fail "properties of v$real as v$version"
        "./move-v$version" ./kit.so >said 2>&1 || fail "v$real as v$version: $(cat said)"
    done
done

# A plugin before v11 may provide lazynccl_net_fini here as well.
cat >glue.c <<END
#include "lazynccl_net.h"
extern struct lazynccl_net_v8 own_table;
LAZYNCCL_NET_PLUGIN(own_table)
END
fake_plugin 8 kit.so -DFINI -DncclNetPlugin_v8=own_table -I"$BUILD/src/netplugin" glue.c \
    "$BUILD/src/netplugin/liblazynccl-net.a"
caller ask 12 ask
./ask ./kit.so ./kit.so open init init finalize record finalize record init finalize record >said
record 1 'v8: init 1, finalize 0, fini 0, contexts 0, comms 0, wrong 0'
record 2 'v8: init 1, finalize 0, fini 1, contexts 0, comms 0, wrong 0'
record 3 'v8: init 2, finalize 0, fini 2, contexts 0, comms 0, wrong 0'
