# LD_LIBRARY_PATH has a drop-in, and a module's RPATH takes precedence.
mkdir -p "$root/opt/dropin"
cp "$SHARED" "$root/opt/dropin/libnccl.so.2"
$CC -shared -fPIC -nostdlib -Wl,--no-as-needed -Wl,--disable-new-dtags \
    -Wl,-rpath,'$ORIGIN/../nvidia/nccl/lib' -o "$site/train/old.so" \
    "$site/nvidia/nccl/lib/libnccl.so.2" -Wl,--unresolved-symbols=ignore-all
environment="LD_LIBRARY_PATH=/opt/dropin"
expect '\] old\.so.*drop-in.*NCCL$'
expect '^ +/opt/dropin/libnccl\.so\.2 \(LD_LIBRARY_PATH\).*drop-in$'
expect 'nvidia/nccl/lib/libnccl\.so\.2 \(RPATH\) 2\.28\.9$'
