# In WSL 2 a Linux driver's package has its libcuda.so.1 before that of Windows' driver.
rm "$root/proc/driver/nvidia/version"
mkdir -p "$root/usr/lib/wsl/lib"
cp "$root/usr/lib/libcuda.so.575.57.08" "$root/usr/lib/wsl/lib/libcuda.so.1"
expect "\] a Linux driver's libcuda\.so\.1 comes before that of WSL$"
expect '^ +/usr/lib/libcuda\.so\.1$'
expect '^ +/usr/lib/wsl/lib/libcuda\.so\.1$'
expect 'help: .*LD_LIBRARY_PATH=/usr/lib/wsl/lib$'
