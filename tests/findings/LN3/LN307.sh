# A named plugin in the releases that lose the name.
plugin "$root/usr/lib/libnccl-net-fast.so" ncclNetPlugin_v11
environment="NCCL_NET_PLUGIN=fast"
expect '\] NCCL 2\.28\.9.*libnccl-net-fast\.so'
expect 'help: NCCL_NET_PLUGIN_REF_COUNT=1$'
