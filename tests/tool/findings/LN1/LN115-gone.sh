# A module was named whose NCCL pip has installed, but the file is gone: pip install would do nothing.
rm "$site/nvidia/nccl/lib/libnccl.so.2"
verb="doctor --from /venv/lib/python3.11/site-packages/train/kernels.so"
