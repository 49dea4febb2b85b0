# LD_LIBRARY_PATH has other builtins of the same number, and takes precedence over RUNPATH.
mkdir -p "$root/opt/cuda/lib"
cp "$site/nvidia/cuda_nvrtc/lib/libnvrtc-builtins.so.12.9" "$root/opt/cuda/lib"
environment="LD_LIBRARY_PATH=/opt/cuda/lib" # equal files are healthy
on_root doctor >equal || [ $? = 1 ]
says_not equal 'LN112'
echo other >>"$root/opt/cuda/lib/libnvrtc-builtins.so.12.9"
environment="LD_LIBRARY_PATH=/opt/cuda/lib"
