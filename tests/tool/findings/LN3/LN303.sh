# A plugin from 2021.
plugin "$root/usr/lib/libnccl-net-old.so" ncclNetPlugin_v3 ncclNetPlugin_v4
environment="NCCL_NET_PLUGIN=/usr/lib/libnccl-net-old.so NCCL_NET_PLUGIN_REF_COUNT=1"
