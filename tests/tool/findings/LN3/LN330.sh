# NCCL would find GIN in the plugin's file, but the file that it opens is libnccl-net-lazy.so.
cp "$BUILD/src/netplugin/libnccl-net-lazy.so" "$root/usr/lib"
plugin "$root/usr/lib/libnccl-net-ofi.so" ncclNetPlugin_v11 ncclGinPlugin_v11 ncclTunerPlugin_v4
environment="NCCL_NET_PLUGIN=lazy LAZYNCCL_NET_PLUGIN=ofi NCCL_NET_PLUGIN_REF_COUNT=1 NCCL_GIN_PLUGIN=/nowhere/x.so"
