# Libraries of CUDA 12 with a driver of CUDA 11.
ln -s libcuda.so.575.57.08 "$root/usr/lib/libcuda.so.470.82.01"
mv "$root/usr/lib/libcuda.so.575.57.08" "$root/usr/lib/libcuda.so.470.82.01"
ln -sf libcuda.so.470.82.01 "$root/usr/lib/libcuda.so.1"
expect '^as python 3\.11 of /venv · driver 470\.82\.01 \(CUDA 11\.4\)$'
expect '\] driver 470\.82\.01 is too old for NCCL, which is of CUDA 12$'
expect '\] driver 470\.82\.01 is too old for nvJitLink, which is of CUDA 12$'
expect '^ +CUDA 12 needs driver 525 or later$'
