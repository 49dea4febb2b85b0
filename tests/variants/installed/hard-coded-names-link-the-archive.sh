# With pkg-config's linkdir searched first, -lnccl -lnvrtc -lnvJitLink link the archive, with every
# linker, even if NVIDIA's libraries are searched later.

# The folder has a name for each library of the archive and no others. The folder of lazynccl-all
# has a name for the library of each stub.
libraries=$(sed -n "s/^libraries = \[//p" "$SOURCE/stubs/meson.build" | tr -d "',]")
for stub in $libraries; do
    sed -n 's/^sonames = \["\(lib[A-Za-z]*\)\.so.*/\1.a\n\1_static.a/p' "$SOURCE/stubs/$stub.toml"
done | LC_ALL=C sort >expected
linkdir=$(pkg-config --variable=linkdir lazynccl)
equal "$(LC_ALL=C ls "$linkdir")" "$(cat expected)"
for stub in "$SOURCE"/stubs/*.toml; do
    sed -n 's/^sonames = \["\(lib[A-Za-z_-]*\)\.so.*/\1.a/p' "$stub"
done | LC_ALL=C sort >expected
equal "$(LC_ALL=C ls "$(pkg-config --variable=linkdir lazynccl-all)")" "$(cat expected)"

with_libc >main.c <<'END'
int ncclGetVersion(int *);
int nvrtcVersion(int *, int *);
int nvJitLinkVersion(unsigned *, unsigned *);
int main(void)
{
    int version = 0, major = 0, minor = 0;
    unsigned linker[2] = {0, 0};
    int codes[3] = {ncclGetVersion(&version), nvrtcVersion(&major, &minor),
                    nvJitLinkVersion(&linker[0], &linker[1])};
    printf("%d %d %d: %d %d.%d %u.%u\n", codes[0], codes[1], codes[2], version, major, minor,
           linker[0], linker[1]);
}
END
libraries='-lnccl -lnvrtc -lnvJitLink'
mkdir theirs
for soname in libnccl.so.2 libnvrtc.so.12 libnvJitLink.so.12; do
    ln -s "$FAKE/$soname" "theirs/${soname%.*}"
done
$CC main.c -o main -Ltheirs $libraries
shows 'NEEDED.*libnccl\.so\.2' readelf -d main

links_the_archive()
{
    "$@" -o main 2>error || fail "$*: $(cat error)"
    needs_no_library main
    equal "$(LAZYNCCL_LIBPATH=$FAKE ./main)" "0 0 0: 22809 12.9 12.9"
    equal "$(./main)" "2 11 6: 0 0.0 0.0"
}

LIBRARY_PATH=$linkdir links_the_archive $CC main.c $libraries
for linker in bfd gold lld mold; do
    command -v ld.$linker >/dev/null || continue
    printf '%s\n' $linker
    links_the_archive $CC -fuse-ld=$linker main.c -L"$linkdir" -Ltheirs $libraries
    links_the_archive $CC -fuse-ld=$linker main.c -L"$linkdir" -Ltheirs -Wl,-Bstatic $libraries \
        -Wl,-Bdynamic
    links_the_archive $CC -fuse-ld=$linker main.c -Wl,--as-needed "$linkdir/libnccl.a" \
        "$linkdir/libnvrtc_static.a" "$linkdir/libnvJitLink.a"
    links_the_archive $CC -fuse-ld=$linker main.c -L"$linkdir" -Ltheirs -lnccl_static \
        -lnvrtc_static -lnvJitLink_static
done
