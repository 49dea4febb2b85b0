# A module has a search path relative to the current folder.
verb="audit /venv/lib/python3.11/site-packages/train/kernels.so"
module "$site/train/kernels.so" kernels.so '../nvidia/nccl/lib:$ORIGIN/../nvidia/nccl/lib' \
    "$site/nvidia/nccl/lib/libnccl.so.2" ncclGetVersion
