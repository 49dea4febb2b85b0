# A module that searches below whatever folder the program is in.
verb="audit /venv/lib/python3.11/site-packages/train/kernels.so"
module "$site/train/kernels.so" kernels.so '../nvidia/nccl/lib:$ORIGIN/../nvidia/nccl/lib' \
    "$site/nvidia/nccl/lib/libnccl.so.2" ncclGetVersion
expect '\] kernels\.so.*RUNPATH: \.\./nvidia/nccl/lib$'
