# A plugin whose GIN interface 2.30.7 no longer supports.
fake_library nccl 2.30.7 "$site/nvidia/nccl/lib"
package nvidia-nccl-cu12 2.30.7 nvidia/nccl/lib/libnccl.so.2
rm -r "$site"/nvidia_nccl_cu12-2.28.9.dist-info
plugin "$root/usr/lib/libnccl-net-ofi.so" ncclNetPlugin_v12 ncclGinPlugin_v11
environment="NCCL_NET_PLUGIN=ofi"
