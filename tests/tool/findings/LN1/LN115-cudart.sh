# NCCL is there, but the CUDA runtime that it needs is not.
library libcudart.so.12 'int cudaMalloc(void) { return 0; }'
$CC -w -shared -fPIC -nostdlib -xc - -o "$site/nvidia/nccl/lib/libnccl.so.2" -Wl,-soname,libnccl.so.2 \
    -Wl,--no-as-needed -xnone ./libcudart.so.12 <<'END'
int cudaMalloc(); int ncclCommSplit() { return cudaMalloc(); } int ncclGetVersion() { return 0; }
char version[] = "NCCL version 2.28.9+cuda12.9";
END
verb=doctor
