# A drop-in in PYTHONPATH, and a module that goes its own way.
mkdir -p "$root/opt/overlay/nvidia/nccl/lib"
cp "$SHARED" "$root/opt/overlay/nvidia/nccl/lib/libnccl.so.2"
environment="PYTHONPATH=/opt/none:/opt/overlay"
expect '\] kernels\.so goes past the drop-in for NCCL$'
expect '^ +/opt/overlay/nvidia/nccl/lib/libnccl\.so\.2 \(PYTHONPATH\) is the drop-in$'
