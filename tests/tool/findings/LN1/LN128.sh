# The real library that a stand-in finds lacks functions that the stand-in has.
mkdir -p "$root/real" "$site/nvidia/cufft/lib"
cat >cufft.c <<'C'
int cufftCreate(void) { return 0; }
#ifndef OLD
int cufftNewer(void) { return 0; }
int cufftNewest(void) { return 0; }
#endif
C
$CC -shared -fPIC -nostdlib cufft.c -o libcufft.so.12 -Wl,-soname,libcufft.so.12
"$TOOL" stand-in libcufft.so.12 -o "$site/nvidia/cufft/lib" >/dev/null
$CC -shared -fPIC -nostdlib cufft.c -o "$root/real/libcufft.so.12" -Wl,-soname,libcufft.so.12 -DOLD
package nvidia-cufft 12.2.0.57+lazy nvidia/cufft/lib/libcufft.so.12
environment="LD_LIBRARY_PATH=/real"
