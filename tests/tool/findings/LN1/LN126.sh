# A login node.
rm -r "$root/proc/driver" "$root"/usr/lib/libcuda.so*
