# Gloo, from Horovod's source distribution, has a CMake module that searches NCCL. With the archive
# in NCCL_LIBRARY, as described in docs/adopting.md, and no other change, it is built with NCCL,
# starts without NCCL and says why it is missing, and calls NCCL if it is present.
need cmake
need_release nvidia-nccl-cu13-2.28.9
need_toolkit
sdist horovod 0.28.1
gloo=$source/third_party/gloo nccl=nvidia-nccl-cu13-2.28.9
mkdir link
ln -s "$ARCHIVE" link/libnccl.a

cmake -S "$gloo" -B built -Wno-dev -DBUILD_SHARED_LIBS=ON -DBUILD_TEST=OFF -DBUILD_BENCHMARK=OFF \
    -DUSE_CUDA=ON -DUSE_NCCL=ON -DGLOO_USE_CUDA_TOOLKIT=ON -DCMAKE_CUDA_ARCHITECTURES=90 \
    -DCMAKE_CUDA_COMPILER="$toolkit/bin/nvcc" -DCMAKE_CUDA_STANDARD=17 -DCMAKE_CXX_STANDARD=17 \
    -DCMAKE_BUILD_TYPE=None -DNCCL_INCLUDE_DIR="$(include $nccl)" \
    -DNCCL_LIBRARY="$stage/link/libnccl.a" >build.log 2>&1 &&
    cmake --build built -j2 >>build.log 2>&1 || fail "$(tail -n 20 build.log)"
is_lazy built/gloo/libgloo_cuda.so

cat >main.cc <<'END_OF_CC'
#include "gloo/nccl/nccl.h"
#include <cstdio>
int main()
{
    try {
        gloo::nccl::BroadcastOp<float> broadcast(gloo::nccl::NCCLExecution<float>({}), 0);
    } catch (const std::exception &error) {
        std::puts(error.what());
    }
}
END_OF_CC
$CXX -std=c++17 -w main.cc -o main -I"$gloo" -Ibuilt $(headers $nccl) -I"$toolkit/include" \
    -Lbuilt/gloo -lgloo_cuda -lgloo -Wl,-rpath,"$stage/built/gloo:$toolkit/lib64"
run ./main >said 2>&1 || fail "$(cat said)"
says said ': NCCL cannot be used: no libnccl\.so\.2 in any search location; pip install '
# NCCL returns its own error because there is no GPU.
LAZYNCCL_LIBPATH=$(lib $nccl) run ./main >said 2>&1 || fail "$(cat said)"
says said ': unhandled cuda error'
