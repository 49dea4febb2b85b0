# A setting names a file instead of a folder.
touch "$root/cuda"
environment="CUDA_HOME=/cuda"
