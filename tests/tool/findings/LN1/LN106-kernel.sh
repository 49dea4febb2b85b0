# The kernel has a driver of CUDA 11, and its library is missing.
rm "$root"/usr/lib/libcuda.so*
echo 'NVRM version: NVIDIA UNIX x86_64 Kernel Module  470.82.01  Wed Oct 27' \
    >"$root/proc/driver/nvidia/version"
