# Lower case, for an NCCL up to 2.12.
fake_library nccl 2.12.12 "$site/nvidia/nccl/lib"
package nvidia-nccl-cu12 2.12.12 nvidia/nccl/lib/libnccl.so.2
rm -r "$site"/nvidia_nccl_cu12-2.28.9.dist-info
environment="NCCL_NET=socket"
