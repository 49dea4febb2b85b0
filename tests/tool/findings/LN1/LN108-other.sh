# The builtins of another release are next to NVRTC.
rm "$site/nvidia/cuda_nvrtc/lib"/libnvrtc-builtins.so.12.9 "$site"/nvidia_cuda_nvrtc_cu12-*/RECORD
fake_library nvrtc-builtins 12.1 "$site/nvidia/cuda_nvrtc/lib"
