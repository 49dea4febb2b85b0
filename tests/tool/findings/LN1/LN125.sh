# The package for CUDA 13 was installed over that for CUDA 12, then uninstalled.
rm "$site/nvidia/nccl/lib/libnccl.so.2"
