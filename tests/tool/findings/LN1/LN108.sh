# NVRTC's builtins are missing.
rm "$site"/nvidia/cuda_nvrtc/lib/libnvrtc-builtins.so.12.9
expect '\] NVRTC.*libnvrtc-builtins\.so\.12\.9$'
expect 'help: pip install --force-reinstall nvidia-cuda-nvrtc-cu12$'
