# The tuner gives a cost to an algorithm that NCCL has excluded.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves
$CC -w -shared -fPIC -I"$BUILD/src/netplugin" -I"$SOURCE/src" -DVERSION=4 -DFAULT_COST \
    "$SOURCE/tests/netplugin/fake/tuner.c" -o "$root/libnccl-net-test.so"
expect '^ +tuner v4, costs, getCollInfo of function 0, .*: it gives algorithm 5, protocol 2, which NCCL has excluded, the cost 0$'
