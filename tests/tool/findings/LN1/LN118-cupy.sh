# CuPy's wheels open what cupyx.tools.install_library has brought into the home folder.
mkdir "$site/cupy"
fake_library nccl 2.16.2 "$root/home/user/.cupy/cuda_lib/12.x/nccl/2.16.2/lib"
