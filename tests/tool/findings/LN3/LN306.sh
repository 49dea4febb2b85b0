# A plugin without v11, with a release that crashes on it.
plugin "$root/usr/lib/libnccl-net-fast.so" ncclNetPlugin_v8 ncclNetPlugin_v6
environment="NCCL_NET_PLUGIN=fast NCCL_NET_PLUGIN_REF_COUNT=1"
