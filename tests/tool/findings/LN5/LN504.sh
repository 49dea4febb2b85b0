# A module's search path has its build folder, and one that some systems have.
verb="audit /venv/lib/python3.11/site-packages"
module "$site/train/kernels.so" kernels.so \
    '/builds/ci/nccl/lib:/usr/local/cuda-11/lib64:$ORIGIN/../nvidia/nccl/lib' \
    "$site/nvidia/nccl/lib/libnccl.so.2" ncclGetVersion
