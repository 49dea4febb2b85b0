# Libraries of CUDA 12 with a driver of CUDA 11.
ln -s libcuda.so.575.57.08 "$root/usr/lib/libcuda.so.470.82.01"
mv "$root/usr/lib/libcuda.so.575.57.08" "$root/usr/lib/libcuda.so.470.82.01"
ln -sf libcuda.so.470.82.01 "$root/usr/lib/libcuda.so.1"
sed -i 's/575\.57\.08/470.82.01/' "$root/proc/driver/nvidia/version"
expect '^examining: python 3\.11 of /venv; driver 470\.82\.01 \(CUDA 11\.4\)$'
expect '\].*470\.82\.01.*NCCL.*CUDA 12$'
expect '\].*470\.82\.01.*nvJitLink.*CUDA 12$'
expect '^ +CUDA 12.*525'
