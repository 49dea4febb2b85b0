# A plugin lacks a library, and is opened by the shim.
cp "$BUILD/src/netplugin/libnccl-net-lazy.so" "$root/usr/lib"
plugin_needs="-Wl,--no-as-needed $root/usr/lib/libfabric.so.1"
$CC -shared -nostdlib -o "$root/usr/lib/libfabric.so.1" -Wl,-soname,libfabric.so.1 -x c /dev/null
plugin "$root/usr/lib/libnccl-net-ofi.so" ncclNetPlugin_v8
rm "$root/usr/lib/libfabric.so.1"
environment="NCCL_NET_PLUGIN=lazy LAZYNCCL_NET_PLUGIN=ofi"
