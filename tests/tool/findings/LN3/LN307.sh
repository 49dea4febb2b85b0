# A named plugin, with a release that loses the name.
plugin "$root/usr/lib/libnccl-net-fast.so" ncclNetPlugin_v11
environment="NCCL_NET_PLUGIN=fast"
