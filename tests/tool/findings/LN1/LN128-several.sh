# Several stand-ins find real libraries of an older release: one finding, with one command.
mkdir -p "$root/real"
for name in cufft cublas; do
    mkdir -p "$site/nvidia/$name/lib"
    echo "int ${name}Create(void) { return 0; }" >old.c
    { cat old.c; echo "int ${name}Newer(void) { return 0; }"; } >new.c
    $CC -shared -fPIC -nostdlib new.c -o lib$name.so.12 -Wl,-soname,lib$name.so.12
    "$TOOL" stand-in lib$name.so.12 -o "$site/nvidia/$name/lib" >/dev/null
    $CC -shared -fPIC -nostdlib old.c -o "$root/real/lib$name.so.12" -Wl,-soname,lib$name.so.12
    package nvidia-$name 12.2.0.57+lazy nvidia/$name/lib/lib$name.so.12
done
environment="LD_LIBRARY_PATH=/real"
