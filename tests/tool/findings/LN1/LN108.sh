# NVRTC's builtins are missing.
rm "$site"/nvidia/cuda_nvrtc/lib/libnvrtc-builtins.so.12.9
