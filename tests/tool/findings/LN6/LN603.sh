# The closed kernel module, without nvidia_peermem.
rmdir "$root/sys/module/nvidia_peermem"
echo 'NVRM version: NVIDIA UNIX x86_64 Kernel Module  575.57.08  Thu Jun 12' \
    >"$root/proc/driver/nvidia/version"
expect '^ +no DMA-BUF.*6\.1.*575\.57\.08$'
