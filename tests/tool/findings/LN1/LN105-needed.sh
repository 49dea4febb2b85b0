# A module gets its library from a folder of stubs in LD_LIBRARY_PATH: one finding, with the module.
fake_library nccl 2.28.9 "$root/opt/cuda-12.9/stubs"
ln -s cuda-12.9 "$root/opt/cuda"
mkdir -p "$root/opt/other/stubs" "$root/opt/third/stubs"
environment="LD_LIBRARY_PATH=/opt/cuda/stubs:/opt/other/stubs:/opt/third/stubs"
