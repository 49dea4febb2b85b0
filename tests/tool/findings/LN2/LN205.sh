# The name that the plugin has only after its init.
plugin "$root/usr/lib/libnccl-net.so" ncclNetPlugin_v11
printf '\0IBext_v11\0' >>"$root/usr/lib/libnccl-net.so"
environment="NCCL_NET=IBext_v11"
