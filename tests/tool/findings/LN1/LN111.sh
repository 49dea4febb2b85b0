# NVRTC 12.9 with the nvJitLink of 12.8.
fake_library nvjitlink 12.8 "$site/nvidia/nvjitlink/lib"
