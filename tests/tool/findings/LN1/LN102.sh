# The wheel for CUDA 11 was installed over the one for CUDA 12.
package nvidia-nccl-cu11 2.21.5 nvidia/nccl/lib/libnccl.so.2
fake_library nccl 2.21.5 "$site/nvidia/nccl/lib"
