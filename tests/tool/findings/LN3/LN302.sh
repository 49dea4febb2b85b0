# A plugin's libfabric is not installed.
$CC -shared -fPIC -nostdlib -o libfabric.so.1 -Wl,-soname,libfabric.so.1 -x c /dev/null
plugin_needs="-Wl,--no-as-needed ./libfabric.so.1"
plugin "$root/usr/lib/libnccl-net-ofi.so" ncclNetPlugin_v11
environment="NCCL_NET_PLUGIN=ofi NCCL_NET_PLUGIN_REF_COUNT=1"
