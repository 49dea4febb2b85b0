# The builtins of another release are next to NVRTC.
rm "$site/nvidia/cuda_nvrtc/lib"/libnvrtc-builtins.so.12.9 "$site"/nvidia_cuda_nvrtc_cu12-*/RECORD
fake_library nvrtc-builtins 12.1 "$site/nvidia/cuda_nvrtc/lib"
expect '\] NVRTC cannot compile: there is no libnvrtc-builtins\.so\.12\.9$'
expect '^ +.*/libnvrtc\.so\.12 .* 12\.9$'
