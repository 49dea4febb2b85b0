# A plugin is installed twice.
plugin "$root/usr/lib/libnccl-net-fast.so" ncclNetPlugin_v11
plugin "$root/opt/fast/lib/libnccl-net-fast.so" ncclNetPlugin_v11
environment="NCCL_NET_PLUGIN=fast NCCL_NET_PLUGIN_REF_COUNT=1 LD_LIBRARY_PATH=/opt/fast/lib"
