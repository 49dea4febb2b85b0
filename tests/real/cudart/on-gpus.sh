#!/bin/sh
# usage: on-gpus.sh RUNTIME...: manual test of the stub cudart, for a machine with a GPU and nvcc.
#
# RUNTIME is a folder with include/ and lib/ of a release of the CUDA runtime. The program is
# compiled with its headers, linked with it and lazily, and both must print the same. If there is
# NVRTC, nvJitLink and cuBLAS of CUDA 12 in lib/, one build of two-majors.c, for nvcc's release, runs
# with them too.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=$here/../../..
cuda=${CUDA_HOME:-/usr/local/cuda}
[ $# != 0 ] || { sed -n 's/^# \(usage: .*\)/\1/p' "$0"; exit 2; }
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
failed=

compare()
{
    "$@" >"$built/lazily" 2>"$built/time" || echo "exit status $?" >>"$built/lazily"
    if cmp "$built/linked" "$built/lazily"; then
        sed 's/^/    /' "$built/lazily"
    else
        diff "$built/linked" "$built/lazily" || :
        failed=yes
    fi
    echo "    $(cat "$built/time")"
}

nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
"$cuda/bin/nvcc" --version | tail -n 1
python3 "$top/gen" vendor cudart -o "$built/cudart"
python3 "$top/gen" vendor cudart cuda nvrtc nvjitlink cublas --search full -o "$built/all"
arch=native
for rdc in true false; do
    mkdir "$built/$rdc"
    cp "$here/kernels.cu" "$here/kernels.h" "$here/doubled.cu" "$built/$rdc"
    (cd "$built/$rdc"
        if [ $rdc = true ]; then
            "$cuda/bin/nvcc" -O2 -arch=$arch -rdc=true -cudart shared -c kernels.cu doubled.cu
            "$cuda/bin/nvcc" -arch=$arch -dlink -cudart shared kernels.o doubled.o -o dlink.o
        else
            sed -i 's/^extern __device__ .*/#include "doubled.cu"/' kernels.cu
            "$cuda/bin/nvcc" -O2 -arch=$arch -cudart shared -c kernels.cu
        fi)
done
for runtime; do
    major=$(basename "$(ls "$runtime"/lib*/libcudart.so.1? | head -n 1)" | sed 's/.*\.//')
    lib=$(realpath "$(dirname "$(ls "$runtime"/lib*/libcudart.so.1? | head -n 1)")")
    cc -O2 -DLAZYNCCL_CUDA_ONLY="$major" -I"$built/cudart" -c "$built/cudart/lazynccl.c" \
        -o "$built/copy.o"
    c++ -O2 -I"$runtime/include" -I"$cuda/include" -c "$here/program.cpp" -o "$built/program.o"
    for rdc in true false; do
        c++ "$built/program.o" "$built/$rdc"/*.o -o "$built/program-linked" \
            "$lib/libcudart.so.$major" -Wl,-rpath,"$lib"
        c++ "$built/program.o" "$built/$rdc"/*.o -o "$built/program-lazy" "$built/copy.o" -ldl
        echo "==> $lib/libcudart.so.$major, -rdc=$rdc: linked, then lazy"
        "$built/program-linked" >"$built/linked" 2>"$built/time"
        echo "    $(cat "$built/time")"
        LAZYNCCL_LIBPATH=$lib compare "$built/program-lazy"
        echo "    without: $(LAZYNCCL_SEARCH=env "$built/program-lazy" | cut -c1-90)"
    done
done

echo "==> one build for nvcc's release, with the files of each"
cc -O2 -w -DLAZYNCCL_CUDA_MAJOR=13 -I"$built/all" -I"$cuda/include" "$here/two-majors.c" \
    "$built/all/lazynccl.c" -o "$built/two-majors" -ldl -pthread
"$built/two-majors" >"$built/linked" 2>"$built/time"
sed 's/^/    /' "$built/linked" "$built/time"
for runtime; do
    for lib in "$runtime"/lib*; do
        [ ! -e "$lib/libcublas.so.12" ] ||
            LAZYNCCL_LIBPATH=$(realpath "$lib") LAZYNCCL_SEARCH=env,loaded,system compare "$built/two-majors"
    done
done
[ -z "$failed" ] || { echo failed; exit 1; }
