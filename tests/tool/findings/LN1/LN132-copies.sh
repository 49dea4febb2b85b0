# One copy of NCCL is preloaded, and LAZYNCCL_LIBPATH names another.
mkdir -p "$root$stage/one" "$root/opt"
fake_library nccl 2.28.9 "$stage/one"
cp "$stage/one/libnccl.so.2" "$root$stage/one"
fake_library nccl 2.27.3 "$root/opt"
environment="LD_PRELOAD=$stage/one/libnccl.so.2 LAZYNCCL_LIBPATH=/opt/libnccl.so.2"
