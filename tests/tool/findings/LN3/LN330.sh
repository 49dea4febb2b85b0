# NCCL 2.28.9 calls profilers of v5, and the plugin's file has one of v4, which NCCL itself would take.
cp "$BUILD/src/netplugin/libnccl-net-lazy.so" "$root/usr/lib"
plugin "$root/usr/lib/libnccl-net-ofi.so" ncclNetPlugin_v11 ncclProfiler_v4
environment="NCCL_NET_PLUGIN=lazy LAZYNCCL_NET_PLUGIN=ofi NCCL_NET_PLUGIN_REF_COUNT=1"
