# LAZYNCCL_LIBPATH names NVRTC 12 by the name of NVRTC 13.
ln -s "$(basename "$(ls "$site"/nvidia/cuda_nvrtc/lib/libnvrtc.so.12*)")" "$site/nvidia/cuda_nvrtc/lib/libnvrtc.so.13"
environment="LAZYNCCL_LIBPATH=nvrtc=${site#"$root"}/nvidia/cuda_nvrtc/lib/libnvrtc.so.13"
