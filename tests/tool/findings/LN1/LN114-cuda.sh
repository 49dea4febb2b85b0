# LAZYNCCL_CUDA excludes the only NVRTC that is here.
environment="LAZYNCCL_CUDA=13"
expect 'LAZYNCCL_CUDA=13 excludes /venv/lib/python3\.11/site-packages/nvidia/cuda_nvrtc/lib/libnvrtc\.so\.12$'
