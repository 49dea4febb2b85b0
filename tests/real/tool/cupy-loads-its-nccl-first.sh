# CuPy 14 opens its wheel's NCCL before the module that needs it, whatever LD_LIBRARY_PATH has: doctor
# has a note and no error, and find --import says what the process really has.
need_environment cupy-14.2.0
need_release nvidia-nccl-cu12-2.16.2 nvidia-nccl-cu12-2.27.3 nvidia-cuda-nvrtc-cu12-12.9.86
install_beside nvidia-nccl-cu12-2.27.3 nvidia-cuda-nvrtc-cu12-12.9.86
sites=$(echo "$stage"/venv/lib/python3*/site-packages)
cp -r "$packages"/cupy "$packages"/cupy_backends "$packages"/cupy_cuda12x-*.dist-info "$sites"
mkdir broken
head -c 900 "$(lib nvidia-nccl-cu12-2.16.2)/libnccl.so.2" >broken/libnccl.so.2

for folder in "$(lib nvidia-nccl-cu12-2.16.2)" "$PWD/broken"; do
    environment="PATH=$stage/venv/bin LD_LIBRARY_PATH=$folder"
    env $environment python -c 'from cupy.cuda import nccl; print(nccl.get_version())' >version
    equal "$(cat version)" 22703
    asks 0 doctor
    says said '^note\[LN124\] nccl\.cpython.* but cupy-cuda12x loads its own first$'
    says_not said '^(error|warning)'
    asks 0 find nccl --import cupy.cuda.nccl
    says said "^nccl +ld\.so +2\.27\.3 +loaded +.*nvidia/nccl/lib"
done
