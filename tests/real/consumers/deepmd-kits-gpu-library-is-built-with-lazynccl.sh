# The GPU library of deepmd-kit, which is linked with a stub library of the CUDA runtime, is built from its
# released sources with its CMake files. lazynccl_add(... SHARED EXPORT), with the generator of `vendor
# --generator` as text, replaces Implib.so: the same output as a direct link with CUDA's library and with
# LD_PRELOAD, and without it an exception of deepmd-kit that says why. Three of its ten sources are built,
# to save time.
need_toolkit
part_of_sdist deepmd-kit 3.2.0 source/lib
builder 'cmake==3.31.6' 'ninja==1.11.1.4'

mkdir project
cp -r "$source" project/lib
rm project/lib/src/gpu/cudart/* $(ls project/lib/src/gpu/*.cu | grep -v -e /gelu -e /region -e /coord)
"$PYTHON" "$SOURCE/gen" vendor --generator cudart -o project/lazynccl
cp "$SOURCE/packaging/rules/lazynccl.cmake" project/lazynccl
cat >project/lib/src/gpu/cudart/CMakeLists.txt <<'END'
include(${PROJECT_SOURCE_DIR}/../../../lazynccl/lazynccl.cmake)
lazynccl_add(deepmd_dyn_cudart cudart SHARED EXPORT OPTIONS --cuda ${CUDAToolkit_VERSION_MAJOR})
target_include_directories(deepmd_dyn_cudart PUBLIC ${CUDAToolkit_INCLUDE_DIRS})
END
# what its main CMake file sets
cat >project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25.2)
project(deepmd C CXX)
macro(set_if_higher variable value)
  if(${value} GREATER "${${variable}}")
    set(${variable} ${value})
  endif()
endmacro()
set(USE_CUDA_TOOLKIT ON)
set(OP_CXX_ABI 1)
set(CMAKE_CXX_STANDARD 17)
add_definitions(-DGOOGLE_CUDA)
add_subdirectory(lib/src/gpu)
add_executable(program program.cpp)
target_link_libraries(program deepmd_op_cuda deepmd_dyn_cudart)
END
cat >project/program.cpp <<'END'
#include "device.h"
#include "gelu.h"
int main()
{
    int devices = -1;
    deepmd::DPGetDeviceCount(devices);
    try {
        double x = 2, *memory = nullptr, y = 0;
        deepmd::malloc_device_memory_sync(memory, &x, 1);
        deepmd::gelu_gpu(memory, memory, 1);
        deepmd::memcpy_device_to_host(memory, &y, 1);
        printf("%.6f\n", y);
    } catch (const std::exception &error) {
        printf("%s\n", error.what());
    }
}
END
PATH=$stage/builder/bin:$PATH CUDACXX=$toolkit/bin/nvcc cmake -G Ninja -S project -B build \
    -DCMAKE_CUDA_ARCHITECTURES=90 -DPython3_EXECUTABLE="$PYTHON" -DCMAKE_BUILD_TYPE=Release >cmake.log 2>&1 ||
    fail "$(tail -n 20 cmake.log)"
PATH=$stage/builder/bin:$PATH cmake --build build >cmake.log 2>&1 || fail "$(tail -n 20 cmake.log)"
readelf -d build/program build/lib/src/gpu/libdeepmd_op_cuda.so >dynamic
says dynamic 'NEEDED.*libdeepmd_dyn_cudart\.so'
says_not dynamic 'NEEDED.*libcudart\.so'
$CXX -o direct $(find build -path '*program*.o') $(find build -path '*gpu*.cu.o') -L"$toolkit/lib64" -lcudart

export LD_LIBRARY_PATH=$toolkit/lib64 LAZYNCCL_SEARCH=soname
./direct >direct.said
says direct.said 'throws an error: |^1\.95' # without a driver, or 1.954598
for preload in '' libm.so.6; do
    LD_PRELOAD=$preload build/program >said
    cmp said direct.said
done

mkdir none
for file in "$toolkit"/lib64/libcudart.so.*; do
    : >"none/${file##*/}"
done
for preload in '' libm.so.6; do
    LD_PRELOAD=$preload LD_LIBRARY_PATH=$stage/none build/program >said
    says said 'CUDA Runtime library throws an error: CUDA runtime cannot be used: .*libcudart\.so\.[0-9]*: file too short'
done
