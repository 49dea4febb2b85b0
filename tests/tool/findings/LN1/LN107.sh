# An older nvJitLink is in LD_LIBRARY_PATH, which takes precedence over RUNPATH.
fake_library nvjitlink 12.1 "$root/usr/local/cuda-12.1/lib64"
environment="LD_LIBRARY_PATH=/usr/local/cuda-12.1/lib64"
