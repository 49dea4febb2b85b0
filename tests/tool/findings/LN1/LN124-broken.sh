# The same with a truncated file, and for the module alone.
mkdir "$root/old"
head -c 900 "$site/nvidia/nccl/lib/libnccl.so.2" >"$root/old/libnccl.so.2"
module "$site/train/kernels.so" kernels.so '' "$site/nvidia/nccl/lib/libnccl.so.2" ncclCommSplit
package jax-cuda12-plugin 1 train/kernels.so
verb="doctor --from /venv/lib/python3.11/site-packages/train/kernels.so"
environment="LD_LIBRARY_PATH=/old"
