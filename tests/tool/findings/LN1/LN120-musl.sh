# A program is linked with musl, for which no NVIDIA package has a library.
rm -r "$site/nvidia/nccl"
mkdir -p "$root/opt"
echo 'int musl;' | $CC -shared -fPIC -nostdlib -xc - -o libc.musl-x86_64.so.1 -Wl,-soname,libc.musl-x86_64.so.1
echo 'int main(void) { return 0; }' >app.c
$CC app.c -o "$root/opt/app" -Wl,--no-as-needed ./libc.musl-x86_64.so.1
verb="find nccl --from /opt/app"
