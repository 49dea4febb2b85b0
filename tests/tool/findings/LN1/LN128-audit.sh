# An audit names the functions that the real library of a stand-in lacks.
mkdir -p "$root/real" "$site/nvidia/cufft/lib"
echo 'int cufftCreate(void) { return 0; } int cufftNewer(void) { return 0; }' >cufft.c
$CC -shared -fPIC -nostdlib cufft.c -o libcufft.so.12 -Wl,-soname,libcufft.so.12
"$TOOL" stand-in libcufft.so.12 -o "$site/nvidia/cufft/lib" >/dev/null
echo 'int cufftCreate(void) { return 0; }' >cufft.c
$CC -shared -fPIC -nostdlib cufft.c -o "$root/real/libcufft.so.12" -Wl,-soname,libcufft.so.12
environment="LD_LIBRARY_PATH=/real"
verb="audit /venv/lib/python3.11/site-packages/nvidia/cufft"
