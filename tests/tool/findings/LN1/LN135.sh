# LD_LIBRARY_PATH leads to the libcuda.so.1 of cuda-compat.
compat=/usr/local/cuda/compat
mkdir -p "$root$compat"
cp "$root/usr/lib/libcuda.so.575.57.08" "$root$compat/libcuda.so.580.65.06"
ln -s libcuda.so.580.65.06 "$root$compat/libcuda.so.1"
environment="LD_LIBRARY_PATH=$compat"
