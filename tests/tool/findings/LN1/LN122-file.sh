# A file where a folder is wanted.
touch "$root/cuda"
environment="CUDA_HOME=/cuda"
expect '^ +/cuda: is not a folder$'
expect '^1 note; '
