# NVRTC has no search path, as in the wheels of 13.0.
fake_library nvrtc 12.9 "$site/nvidia/cuda_nvrtc/lib"
