# Shared by the tests of an installation: installs into a folder other than the configured prefix.
need meson pkg-config
meson install -C "$BUILD" --no-rebuild --destdir "$stage/away" >install.log 2>&1 ||
    fail "meson install: $(cat install.log)"
libdir=$(dirname "$(find "$stage/away" -name liblazynccl.a)")
prefix=${libdir%/lib*}
export PKG_CONFIG_PATH="$libdir/pkgconfig"
cp "$SOURCE/tests/variants/consumer.c" consumer.c
cp consumer.c consumer.cpp

# works PROGRAM: it finds the fake libraries and calls all three.
works()
{
    equal "$(LAZYNCCL_LIBPATH=$FAKE LD_LIBRARY_PATH=$libdir "$@" 2>&1)" "0 0 0
22809 12.9 120900
$FAKE/libnccl.so.2"
}

# needs_shared PROGRAM, needs_no_library PROGRAM: whether it has DT_NEEDED on the shared library, or
# on any.
needs_shared()
{
    readelf -d "$1" | grep -q 'NEEDED.*liblazynccl\.so\.0' || fail "$1 does not need liblazynccl.so.0"
}

needs_no_library()
{
    ! readelf -d "$1" | grep -Ei 'NEEDED.*(lazynccl|nccl|nvrtc|nvjitlink)' || fail "NEEDED by $1"
}
