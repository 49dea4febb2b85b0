# The package for CUDA 13 was installed over that for CUDA 12, then uninstalled.
rm "$site/nvidia/nccl/lib/libnccl.so.2"
expect '\] libnccl\.so\.2 is gone, which nvidia-nccl-cu12 2\.28\.9 installed$'
expect 'help: pip install --force-reinstall --no-deps nvidia-nccl-cu12==2\.28\.9$'
expect '^1 error; '
