# A v8 table is exported as v9.
cat >table.c <<'C'
#include "lazynccl_net.h"
struct lazynccl_net_v8 ncclNetPlugin_v9 = {"x"};
C
mkdir -p "$root/opt"
$CC -shared -fPIC -I"$BUILD/src/netplugin" table.c -o "$root/opt/libnccl-net-table.so"
verb="plugin inspect /opt/libnccl-net-table.so"
