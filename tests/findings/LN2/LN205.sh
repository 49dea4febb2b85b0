# The name that a plugin takes only while it starts.
plugin "$root/usr/lib/libnccl-net.so" ncclNetPlugin_v11
printf '\0IBext_v11\0' >>"$root/usr/lib/libnccl-net.so"
environment="NCCL_NET=IBext_v11"
expect '\].*IBext_v11$'
