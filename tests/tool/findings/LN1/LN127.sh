# Two libraries of wheels are stood in; one has its real library in another location.
for name in cufft cublas; do
    mkdir -p "$root/real" "$site/nvidia/$name/lib"
    echo "int ${name}Create(void) { return 0; }" >$name.c
    $CC -shared -fPIC -nostdlib $name.c -o "$root/real/lib$name.so.12" -Wl,-soname,lib$name.so.12
    "$TOOL" stand-in "$root/real/lib$name.so.12" -o "$site/nvidia/$name/lib" >/dev/null
done
package nvidia-cufft-cu12 11.4.0.6+lazy nvidia/cufft/lib/libcufft.so.12
rm "$root/real/libcufft.so.12"
environment="LD_LIBRARY_PATH=/real"
