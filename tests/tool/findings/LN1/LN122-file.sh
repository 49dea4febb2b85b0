# A setting names a file instead of a folder.
touch "$root/cuda"
environment="CUDA_HOME=/cuda"
expect '^ +/cuda: is not a folder$'
expect '^1 note; '
