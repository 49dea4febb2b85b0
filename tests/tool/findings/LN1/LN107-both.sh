# LD_LIBRARY_PATH has an older nvJitLink, and the wheel next to the module is too old as well.
fake_library nvjitlink 12.2 "$root/usr/local/cuda-12.2/lib64"
fake_library nvjitlink 12.3 "$site/nvidia/nvjitlink/lib"
environment=LD_LIBRARY_PATH=/usr/local/cuda-12.2/lib64
