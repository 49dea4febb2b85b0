# A program of nvcc, also of several files with -rdc=true, starts without libcudart and reports why
# it is missing. With the library, without a GPU, it gets the same error as if linked. Needs nvcc.
cuda=/usr/local/cuda
[ -x $cuda/bin/nvcc ] || skip "no nvcc in $cuda/bin"
major=$($cuda/bin/nvcc --version | sed -n 's/.*release \([0-9]*\)\..*/\1/p')
from=$SOURCE/tests/real/cudart

"$PYTHON" "$SOURCE/gen" vendor cudart --cuda "$major" -o copy >/dev/null
$CC -O2 -c copy/lazynccl.c -o copy.o
cp "$from"/*.cu "$from"/*.h .
$cuda/bin/nvcc -arch=sm_90 -rdc=true -cudart shared -c kernels.cu doubled.cu
$cuda/bin/nvcc -arch=sm_90 -dlink -cudart shared kernels.o doubled.o -o dlink.o
$CXX -I$cuda/include "$from/program.cpp" kernels.o doubled.o dlink.o copy.o -o lazy -ldl -pthread
$CXX -I$cuda/include "$from/program.cpp" kernels.o doubled.o dlink.o -o linked \
    $cuda/lib64/libcudart.so.$major
LAZYNCCL_SEARCH=env ./lazy >said && fail "it ran without CUDA"
says said "^cudaRuntimeGetVersion.*: 35 CUDA runtime cannot be used: no libcudart\\.so\\.$major in any"
status=0
LD_LIBRARY_PATH=$cuda/lib64 ./linked >linked.out 2>/dev/null || status=$?
LAZYNCCL_SEARCH=env LAZYNCCL_LIBPATH=$cuda/lib64 ./lazy >said 2>/dev/null && lazily=0 || lazily=$?
cmp said linked.out
equal "$lazily" "$status"
