# An image that brings a plugin.
plugin "$root/usr/lib/libnccl-net.so" ncclNetPlugin_v11
expect '^ +/usr/lib/libnccl-net\.so \(default\)$'
