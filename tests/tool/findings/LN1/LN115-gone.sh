# A module was named whose NCCL pip has installed, but the file is gone: pip install would do nothing.
rm "$site/nvidia/nccl/lib/libnccl.so.2"
verb="doctor --from /venv/lib/python3.11/site-packages/train/kernels.so"
expect '\] kernels\.so.*libnccl\.so\.2'
expect 'help: pip install --force-reinstall --no-deps nvidia-nccl-cu12==2\.28\.9$'
expect '^1 warning; '
