# The plugin's folder is not on ld.so's search path.
plugin "$root/opt/fast/lib/libnccl-net-fast.so" ncclNetPlugin_v11
environment="NCCL_NET_PLUGIN=fast"
