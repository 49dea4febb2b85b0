# The main job finds the libraries of a CUDA toolkit, conda, the system and wheels, and prints the
# search location.
nccl=nvidia-nccl-cu13-2.32.3 nvrtc=nvidia-cuda-nvrtc-13.5.37 nvjitlink=nvidia-nvjitlink-13.5.37
need_release $nccl $nvrtc $nvjitlink
main_job job $nccl $nvrtc $nvjitlink

# put FOLDER RELEASE...: a folder with the libraries of these releases only.
put()
{
    folder=$1
    mkdir -p "$folder"
    shift
    for release in "$@"; do
        cp -l "$(lib "$release")"/*.so* "$folder" 2>/dev/null ||
            cp "$(lib "$release")"/*.so* "$folder"
    done
}

# NVIDIA's layouts, with NCCL in the toolkit or next to it.
put cuda/targets/x86_64-linux/lib $nccl $nvrtc $nvjitlink
LAZYNCCL_SEARCH=toolkit CUDA_PATH=$PWD/cuda run ./job >said || fail "$(cat said)"
check_job said toolkit $nccl $nvrtc $nvjitlink
says said ' mapped cuda/targets/x86_64-linux/lib/libnccl.so.2$'
mv cuda/targets/x86_64-linux/lib cuda/lib64
rm -r cuda/targets
mkdir -p nccl/lib
mv cuda/lib64/libnccl.so.2 nccl/lib
LAZYNCCL_SEARCH=toolkit,partner CUDA_HOME=$PWD/cuda NCCL_HOME=$PWD/nccl run ./job >said ||
    fail "$(cat said)"
check_job said toolkit $nccl $nvrtc $nvjitlink
says said ' mapped cuda/lib64/libnvrtc-builtins.so.13.5$'
says said ' mapped nccl/lib/libnccl.so.2$'

# The layout of conda.
mkdir env
mv cuda/lib64 env/lib
mv nccl/lib/libnccl.so.2 env/lib
LAZYNCCL_SEARCH=conda CONDA_PREFIX=$PWD/env run ./job >said || fail "$(cat said)"
check_job said conda $nccl $nvrtc $nvjitlink
says said ' mapped env/lib/libnvJitLink.so.13$'

# The dynamic linker's folders, through LD_LIBRARY_PATH and the program's RUNPATH.
mv env/lib lib
LAZYNCCL_SEARCH=system LD_LIBRARY_PATH=$PWD/lib run ./job >said || fail "$(cat said)"
check_job said system $nccl $nvrtc $nvjitlink
mkdir bin
CC="$CC -Wl,--enable-new-dtags,-rpath,\$ORIGIN/../lib"
main_job bin/job $nccl $nvrtc $nvjitlink
LAZYNCCL_SEARCH=system run bin/job >said || fail "$(cat said)"
check_job said system $nccl $nvrtc $nvjitlink
says said ' mapped lib/libnccl.so.2$'

# Wheels, in the active virtual environment and below a folder of the program.
for release in $nccl $nvrtc $nvjitlink; do
    install_wheel $release venv/lib/python3.11/site-packages
done
LAZYNCCL_SEARCH=wheel VIRTUAL_ENV=$PWD/venv run ./job >said || fail "$(cat said)"
check_job said wheel $nccl $nvrtc $nvjitlink
says said ' mapped venv/lib/python3.11/site-packages/nvidia/cu13/lib/libnvrtc.so.13$'
mv venv/lib/python3.11/site-packages app
mkdir app/bin
mv job app/bin
LAZYNCCL_SEARCH=wheel app/bin/job >said || fail "$(cat said)"
check_job said wheel $nccl $nvrtc $nvjitlink
says said ' mapped app/nvidia/cu13/lib/libnvJitLink.so.13$'

# All of them without these settings, if this machine has a toolkit.
cuda=/usr/local/cuda/lib64
if [ -e $cuda/libnccl.so.2 ] && [ -e $cuda/libnvrtc.so.13 ] && [ -e $cuda/libnvJitLink.so.13 ]; then
    LAZYNCCL_SEARCH=toolkit run app/bin/job >said || fail "$(cat said)"
    equal "$(grep -c 'found via toolkit' said)" 3
fi
