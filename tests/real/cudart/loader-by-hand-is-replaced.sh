# docs/examples/loaders/cudart: a program of nvcc prints the same with the loader by hand and with a
# copy of the stub cudart: with the library, without it, and with one that lacks a function. Needs
# nvcc 13.
cuda=/usr/local/cuda
[ -x $cuda/bin/nvcc ] || skip "no nvcc in $cuda/bin"
$cuda/bin/nvcc --version | grep -q 'release 13\.' || skip "nvcc in $cuda/bin is not of CUDA 13"
from=$SOURCE/docs/examples/loaders/cudart

$cuda/bin/nvcc -arch=sm_90 -cudart none -c "$from/program.cu" -o program.o
"$PYTHON" "$SOURCE/gen" vendor cudart --cuda 13 --only program.o -o lazynccl
$CC -std=c11 -Wall -Wextra -Werror -O2 -c lazynccl/lazynccl.c -o lazynccl.o
$CXX -Wall -Wextra -Werror -O2 -I$cuda/include -c "$from/before.cc"
$CXX program.o before.o -o before -ldl
$CXX program.o lazynccl.o -o after -ldl

# a CUDA runtime that registers nothing, and lacks cudaMalloc()
mkdir old none
cat >old.c <<'END2'
void *__cudaRegisterFatBinary(void *binary) { return binary; }
void __cudaRegisterFatBinaryEnd(void **handle) { (void)handle; }
void __cudaUnregisterFatBinary(void **handle) { (void)handle; }
char __cudaInitModule(void **handle) { return !handle; }
void __cudaRegisterFunction(void **handle) { (void)handle; }
END2
$CC -shared -fPIC -Wl,-soname,libcudart.so.13 old.c -o old/libcudart.so.13
: >none/libcudart.so.13 # a damaged file, because the machine may have a real one
for when in before after; do
    LD_LIBRARY_PATH=$cuda/lib64 LAZYNCCL_LIBPATH=$cuda/lib64 ./$when >$when.said && : || :
    LD_LIBRARY_PATH=$PWD/none LAZYNCCL_LIBPATH=$PWD/none ./$when >said &&
        fail "$when: ran without CUDA"
    says said "^no GPU: .*$PWD/none/libcudart\\.so\\.13: file too short"
    LD_LIBRARY_PATH=$PWD/old LAZYNCCL_LIBPATH=$PWD/old ./$when >said &&
        fail "$when: ran without cudaMalloc"
    says said '^no GPU: .*(cudaMalloc: .*undefined symbol|lacks it)'
done
cmp before.said after.said
says after.said '^(no GPU: CUDA driver version is insufficient|no GPU: no CUDA-capable|sum 64)'
