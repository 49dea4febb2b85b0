# A list, for a release that accepts one name only.
fake_library nccl 2.26.2 "$site/nvidia/nccl/lib"
package nvidia-nccl-cu12 2.26.2 nvidia/nccl/lib/libnccl.so.2
rm -r "$site"/nvidia_nccl_cu12-2.28.9.dist-info
environment="NCCL_NET_PLUGIN=ofi,fast"
