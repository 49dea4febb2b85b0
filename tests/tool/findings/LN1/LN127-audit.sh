# An audit reports that a needed library is a stand-in, which finds no real library.
mkdir -p "$site/nvidia/cufft/lib" "$site/app"
echo "int cufftCreate(void) { return 0; }" >cufft.c
$CC -shared -fPIC -nostdlib cufft.c -o libcufft.so.12 -Wl,-soname,libcufft.so.12
"$TOOL" stand-in libcufft.so.12 -o "$site/nvidia/cufft/lib" >/dev/null
echo "int cufftCreate(void); int use(void) { return cufftCreate(); }" >use.c
$CC -shared -fPIC -nostdlib use.c -o "$site/app/use.so" libcufft.so.12 \
    -Wl,-rpath,'$ORIGIN/../nvidia/cufft/lib'
verb="audit -v /venv/lib/python3.11/site-packages/app /venv/lib/python3.11/site-packages/nvidia/cufft"
