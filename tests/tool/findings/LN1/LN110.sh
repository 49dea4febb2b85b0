# A module opens libnccl.so, which no wheel has.
echo 'const char name[] = "libnccl.so";' | $CC -shared -fPIC -nostdlib -x c - -o "$site/train/rust.so"
verb="doctor --from ${site#"$root"}/train/rust.so"
