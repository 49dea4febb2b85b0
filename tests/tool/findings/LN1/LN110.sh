# A module opens libnccl.so, which no wheel has. The path of another file is not such a name.
echo 'const char name[] = "libnccl.so", path[] = "/opt/cuda/libnvrtc.so";' | $CC -shared -fPIC -nostdlib -x c - -o "$site/train/rust.so"
verb="doctor --from ${site#"$root"}/train/rust.so"
