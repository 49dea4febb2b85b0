# A plugin built for a newer libfabric.
echo 'FABRIC_1.0 { global: one; };' >old.map
echo 'FABRIC_1.0 { global: one; }; FABRIC_1.9 { global: two; } FABRIC_1.0;' >new.map
echo 'int one(void) { return 1; } int two(void) { return 2; }' >fabric.c
for version in old new; do
    $CC -shared -fPIC -nostdlib fabric.c -o $version.so -Wl,-soname,libfabric.so.1 \
        -Wl,--version-script,$version.map
done
cp old.so "$root/usr/lib/libfabric.so.1"
echo 'int two(void); int (*ncclNetPlugin_v11[22])(void) = {two};' >plugin.c
$CC -shared -fPIC -nostdlib plugin.c ./new.so -o "$root/usr/lib/libnccl-net-ofi.so"
environment="NCCL_NET_PLUGIN=ofi NCCL_NET_PLUGIN_REF_COUNT=1"
