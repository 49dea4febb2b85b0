# NVRTC 12.9 with the nvJitLink of 12.8.
fake_library nvjitlink 12.8 "$site/nvidia/nvjitlink/lib"
expect '\] NVRTC 12\.9 is newer than nvJitLink 12\.8: no LTO-IR of it can be linked$'
expect "help: pip install 'nvidia-nvjitlink-cu12>=12\\.9'\$"
