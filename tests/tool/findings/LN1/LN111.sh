# NVRTC 12.9 with the nvJitLink of 12.8.
fake_library nvjitlink 12.8 "$site/nvidia/nvjitlink/lib"
expect '\] NVRTC 12\.9.*nvJitLink 12\.8.*LTO-IR'
expect "help: pip install 'nvidia-nvjitlink-cu12>=12\\.9'\$"
