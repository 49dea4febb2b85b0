# LD_LIBRARY_PATH has a stand-in, and a module's RPATH takes precedence.
mkdir -p "$root/opt/stand-ins"
cp "$SHARED" "$root/opt/stand-ins/libnccl.so.2"
$CC -shared -fPIC -nostdlib -Wl,--no-as-needed -Wl,--disable-new-dtags \
    -Wl,-rpath,'$ORIGIN/../nvidia/nccl/lib' -o "$site/train/old.so" \
    "$site/nvidia/nccl/lib/libnccl.so.2" -Wl,--unresolved-symbols=ignore-all
environment="LD_LIBRARY_PATH=/opt/stand-ins"
