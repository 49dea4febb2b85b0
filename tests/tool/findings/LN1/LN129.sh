# CuPy's module for NCCL cannot be loaded, and CuPy continues without it: only a note.
module "$site/cupy_backends/cuda/libs/nccl.cpython-311-x86_64-linux-gnu.so" nccl.so /nowhere \
    "$site/nvidia/nccl/lib/libnccl.so.2" ncclGetVersion
rm -r "$site/nvidia/nccl" "$site/train/kernels.so"
sed -i /libnccl/d "$site"/nvidia_nccl_cu12-*/RECORD
