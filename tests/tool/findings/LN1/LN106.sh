# Libraries of CUDA 12 with a driver of CUDA 11.
ln -s libcuda.so.575.57.08 "$root/usr/lib/libcuda.so.470.82.01"
mv "$root/usr/lib/libcuda.so.575.57.08" "$root/usr/lib/libcuda.so.470.82.01"
ln -sf libcuda.so.470.82.01 "$root/usr/lib/libcuda.so.1"
sed -i 's/575\.57\.08/470.82.01/' "$root/proc/driver/nvidia/version"
