# CUDA's stubs are in LD_LIBRARY_PATH.
mkdir -p "$root/usr/local/cuda/lib64/stubs"
environment="LD_LIBRARY_PATH=/opt:/usr/local/cuda/lib64/stubs"
