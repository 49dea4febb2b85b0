# NVRTC has no search path, as in the wheels of 13.0.
fake_library nvrtc 12.9 "$site/nvidia/cuda_nvrtc/lib"
expect '\] NVRTC.*libnvrtc-builtins\.so\.12\.9'
expect "help: LD_LIBRARY_PATH=${site#"$root"}/nvidia/cuda_nvrtc/lib\$"
