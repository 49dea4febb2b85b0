# PYTHONPATH has a stand-in, and a module bypasses it.
mkdir -p "$root/opt/site/nvidia/nccl/lib"
cp "$SHARED" "$root/opt/site/nvidia/nccl/lib/libnccl.so.2"
environment="PYTHONPATH=/opt/none:/opt/site"
