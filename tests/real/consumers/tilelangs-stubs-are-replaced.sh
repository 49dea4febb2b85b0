# TileLang has stub libraries of the CUDA runtime and NVRTC, written by hand, that its other libraries link.
# Copies with exported names replace them: the same names, the same output with CUDA's libraries and with
# LD_PRELOAD. Without them the copy returns an error whose text says why.
need_toolkit
part_of_sdist tilelang 0.1.14 src/cuda/stubs
cuda="-isystem $toolkit/include"
version=$(sed -n 's/^#define CUDART_VERSION *//p' "$toolkit/include/cuda_runtime_api.h")

with_libc >program.c <<'END'
#include <cuda_runtime_api.h>
#include <nvrtc.h>
int main(void)
{
    nvrtcProgram program = NULL;
    int count = -1, major = 0, minor = 0;
    nvrtcResult result = nvrtcVersion(&major, &minor);
    printf("nvrtcVersion %d %d.%d\n", result, major, minor);
    result = nvrtcCreateProgram(&program, "__global__ void f() {}", "f.cu", 0, NULL, NULL);
    printf("nvrtcCreateProgram %d\n", result);
    if (result)
        printf("%s\n", nvrtcGetErrorString(result));
    else
        printf("nvrtcCompileProgram %d\n", nvrtcCompileProgram(program, 0, NULL));
    fflush(stdout);
    cudaError_t error = cudaGetDeviceCount(&count);
    printf("cudaGetDeviceCount %s\n", error ? cudaGetErrorString(error) : "0");
    return 0;
}
END
for name in cudart nvrtc; do
    mkdir -p theirs ours
    $CXX -std=c++17 -O2 -w -shared -fPIC $cuda -DTILELANG_CUDA_TOOLKIT_VERSION_MAJOR=$((version / 1000)) \
        -DTILELANG_CUDA_TOOLKIT_VERSION_MINOR=$((version % 1000 / 10)) "$source/$name.cc" \
        -Wl,-soname,libstub_$name.so -o theirs/libstub_$name.so
    nm -D --defined-only theirs/libstub_$name.so | awk '$2 == "T" { print $3 }' >names
    [ "$(wc -l <names)" -gt 5 ] || fail "theirs exports $(cat names)"
    "$PYTHON" "$SOURCE/gen" vendor $name --only "$(paste -sd, names)" -o ours/$name >/dev/null
    $CC -std=c11 -Wall -Wextra -Werror -O2 -shared -fPIC -DLAZYNCCL_EXPORTED \
        -DLAZYNCCL_CUDA_MAJOR=$((version / 1000)) ours/$name/lazynccl.c \
        -Wl,-soname,libstub_$name.so -o ours/libstub_$name.so
    equal "$(nm -D --defined-only ours/libstub_$name.so | cut -d' ' -f3)" "$(cat names)"
done
for whose in theirs ours; do
    $CC -w $cuda program.c -o $whose/program -L$whose -lstub_cudart -lstub_nvrtc -Wl,-rpath,'$ORIGIN'
done
$CC -w $cuda program.c -o direct -L"$toolkit/lib64" -lcudart -lnvrtc

export LD_LIBRARY_PATH=$toolkit/lib64 LAZYNCCL_SEARCH=soname
./direct >direct.said
theirs/program >theirs.said 2>theirs.log || fail "$(cat theirs.log)"
for preload in '' libm.so.6 "$toolkit/lib64/libcudart.so"; do
    LD_PRELOAD=$preload ours/program >ours.said
    cmp direct.said ours.said
done
cmp direct.said theirs.said
says direct.said '^nvrtcCompileProgram 0$'

# Without them: damaged files, because the machine may have them
mkdir none
for file in "$toolkit"/lib64/libcudart.so.* "$toolkit"/lib64/libnvrtc.so.*; do
    : >"none/${file##*/}"
done
export LD_LIBRARY_PATH=$stage/none
for preload in '' libm.so.6; do
    LD_PRELOAD=$preload ours/program >said
    says said '^NVRTC cannot be used: .*libnvrtc\.so\.[0-9]*: file too short'
    says said '^cudaGetDeviceCount CUDA runtime cannot be used: .*libcudart\.so\.[0-9]*: file too short'
done
