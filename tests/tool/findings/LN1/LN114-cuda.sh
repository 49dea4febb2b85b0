# LAZYNCCL_CUDA excludes the only NVRTC that is here.
environment="LAZYNCCL_CUDA=13"
