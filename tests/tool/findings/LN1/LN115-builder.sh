# A module's search path is a folder of the machine that it was built on.
module "$site/train/kernels.so" kernels.so /home/builder/nccl/lib \
    "$site/nvidia/nccl/lib/libnccl.so.2" ncclGetVersion
verb=doctor
