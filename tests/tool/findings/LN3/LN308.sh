# An image that contains a plugin.
plugin "$root/usr/lib/libnccl-net.so" ncclNetPlugin_v11
