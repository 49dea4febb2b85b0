# A module without a search path, next to the wheel that has its library: nothing is known to load it.
verb="audit /venv/lib/python3.11/site-packages"
module "$site/train/kernels.so" kernels.so '' "$site/nvidia/nccl/lib/libnccl.so.2" ncclGetVersion
