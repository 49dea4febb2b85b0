# A login node.
rm -r "$root/proc/driver" "$root"/usr/lib/libcuda.so*
expect '\] there is no NVIDIA driver here$'
expect '^1 note; '
