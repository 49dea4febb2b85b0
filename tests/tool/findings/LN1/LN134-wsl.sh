# In WSL 2 a Linux driver's package has its libcuda.so.1 before that of Windows' driver.
rm "$root/proc/driver/nvidia/version"
mkdir -p "$root/usr/lib/wsl/lib"
cp "$root/usr/lib/libcuda.so.575.57.08" "$root/usr/lib/wsl/lib/libcuda.so.1"
