# A module that has no search path, beside the wheel that has its library.
verb="audit /venv/lib/python3.11/site-packages"
module "$site/train/kernels.so" kernels.so '' "$site/nvidia/nccl/lib/libnccl.so.2" ncclGetVersion
expect '\] kernels\.so finds libnccl\.so\.2 only if somebody loads it first$'
expect 'it is there: nvidia/nccl/lib/libnccl\.so\.2$'
expect 'help: give the file the search path \$ORIGIN/\.\./nvidia/nccl/lib$'
