# PYTHONPATH has a drop-in, and a module bypasses it.
mkdir -p "$root/opt/overlay/nvidia/nccl/lib"
cp "$SHARED" "$root/opt/overlay/nvidia/nccl/lib/libnccl.so.2"
environment="PYTHONPATH=/opt/none:/opt/overlay"
expect '\] kernels\.so.*drop-in.*NCCL$'
expect '^ +/opt/overlay/nvidia/nccl/lib/libnccl\.so\.2 \(PYTHONPATH\).*drop-in$'
