# A module built for NCCL 2.27, with the wheel of 2.20.
fake_library nccl 2.20.3 "$site/nvidia/nccl/lib"
package nvidia-nccl-cu12 2.20.3 nvidia/nccl/lib/libnccl.so.2
rm -r "$site"/nvidia_nccl_cu12-2.28.9.dist-info
module "$site/train/kernels.so" kernels.so '$ORIGIN/../nvidia/nccl/lib' \
    "$site/nvidia/nccl/lib/libnccl.so.2" ncclGetVersion ncclCommShrink
