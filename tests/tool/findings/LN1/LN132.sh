# A library that replaces NCCL is preloaded. It exists on this machine too, for this machine's ld.so.
mkdir -p "$root$stage"
$CC -shared -fPIC -nostdlib -x c - -o "$stage/libmscclpp_nccl.so" -Wl,-soname,libmscclpp_nccl.so.0 <<'END'
int ncclGetVersion(int *version) { *version = 800; return 0; }
int ncclAllReduce(void) { return 0; }
END
cp "$stage/libmscclpp_nccl.so" "$root$stage"
environment="LD_PRELOAD=$stage/libmscclpp_nccl.so"
