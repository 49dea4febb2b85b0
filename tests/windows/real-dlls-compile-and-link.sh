# One program, built for Windows from the headers of CUDA 13.0, compiles CUDA C to PTX and links it to
# a cubin with NVIDIA's DLLs of CUDA 12 and 13. The same source and copy, built for Linux, give the same bytes
# with the same releases.
wheels=${XDG_CACHE_HOME:-$home/.cache}/lazynccl/wheels
ln -s "$SITE/nvidia/cu13/include" include
[ -f include/nvrtc.h ] || skip "no nvrtc.h: run ./dev setup"
vendored nvrtc nvjitlink
links gcc "$SOURCE/tests/windows/main-job.c" main-job.exe -O2 -Wall -Iinclude
$CC -O2 -Wall -Iinclude -Icopy "$SOURCE/tests/windows/main-job.c" copy/lazynccl.c -o main-job -ldl

# dlls RELEASE: prints the folder of its DLLs.
dlls()
{
    found=$(find "$wheels/$1.win_amd64" -name '*.dll' ! -name '*builtins*' ! -name '*.alt.*' 2>/dev/null)
    [ -n "$found" ] || skip "$1 for Windows is not downloaded: run ./dev test windows"
    windows "$(dirname "$found")"
}

nvrtc12=$(dlls nvidia-cuda-nvrtc-cu12-12.4.127) nvrtc13=$(dlls nvidia-cuda-nvrtc-13.0.88)
link12=$(dlls nvidia-nvjitlink-cu12-12.9.86) link13=$(dlls nvidia-nvjitlink-13.0.88)
answers 'NVRTC 12.4' LAZYNCCL_LIBPATH="$nvrtc12" main-job.exe ptx twelve.ptx
answers 'NVRTC 13.0' LAZYNCCL_LIBPATH="$nvrtc13" main-job.exe ptx thirteen.ptx
answers 'nvJitLink 1209' LAZYNCCL_LIBPATH="$link12" main-job.exe cubin twelve.ptx 12-9.cubin
answers 'nvJitLink 1300' LAZYNCCL_LIBPATH="$link13" main-job.exe cubin twelve.ptx 13-0.cubin
grep -q '^.visible .entry twice' twelve.ptx || fail "$(cat twelve.ptx)"

unset LAZYNCCL_LIBPATH
LAZYNCCL_LIBPATH=$SITE/nvidia/cu13/lib ./main-job ptx linux.ptx >said
cmp linux.ptx thirteen.ptx
LAZYNCCL_LIBPATH=$SITE/nvidia/cu13/lib ./main-job cubin twelve.ptx linux-13-0.cubin >said
cmp linux-13-0.cubin 13-0.cubin
linux12=$wheels/nvidia-nvjitlink-cu12-12.9.86/nvidia/nvjitlink/lib
if [ -d "$linux12" ]; then
    LAZYNCCL_LIBPATH=$linux12 ./main-job cubin twelve.ptx linux-12-9.cubin >said
    says said 'nvJitLink 1209'
    cmp linux-12-9.cubin 12-9.cubin
fi
