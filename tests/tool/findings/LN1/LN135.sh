# LD_LIBRARY_PATH leads to the libcuda.so.1 of cuda-compat.
compat=/usr/local/cuda/compat
mkdir -p "$root$compat"
cp "$root/usr/lib/libcuda.so.575.57.08" "$root$compat/libcuda.so.580.65.06"
ln -s libcuda.so.580.65.06 "$root$compat/libcuda.so.1"
environment="LD_LIBRARY_PATH=$compat"
expect "\] cuda-compat's libcuda\.so\.1 comes before the driver's$"
expect '^ +/usr/local/cuda/compat/libcuda\.so\.1$'
expect '^ +/proc/driver/nvidia/version: 575\.57\.08$'
