# A named plugin, with a release that loses the name.
plugin "$root/usr/lib/libnccl-net-fast.so" ncclNetPlugin_v11
environment="NCCL_NET_PLUGIN=fast"
expect '\] NCCL 2\.28\.9.*libnccl-net-fast\.so'
expect 'help: NCCL_NET_PLUGIN_REF_COUNT=1$'
