# No package of pip's has the library, and the Python is conda's: then conda brings it.
rm -r "$site/nvidia/nccl" "$site"/nvidia_nccl_cu12-*
mkdir "$root/venv/conda-meta"
expect '\] kernels\.so.*libnccl\.so\.2'
expect "help: conda install -p /venv 'nccl'\$"
