# The driver was updated while its kernel module was loaded.
mv "$root/usr/lib/libcuda.so.575.57.08" "$root/usr/lib/libcuda.so.575.64.03"
ln -sf libcuda.so.575.64.03 "$root/usr/lib/libcuda.so.1"
