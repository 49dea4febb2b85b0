# A path, for a release that accepts names only.
fake_library nccl 2.20.5 "$site/nvidia/nccl/lib"
plugin "$root/opt/net.so" ncclNetPlugin_v8
environment="NCCL_NET_PLUGIN=/opt/net.so"
