# docs/examples/any-library: one option of Meson, CMake or autotools builds the same calls of zlib for a
# direct link, which is the default, or for loading at the first call.
printf '#include <zlib.h>\nint main(void) { return !zlibVersion(); }\n' >probe.c
$CC probe.c -lz -o probe 2>/dev/null || skip "zlib.h or libz.so is not installed"
cp -RL "$SOURCE/docs/examples/any-library" project
vendor project/lazyzlib "$PWD/project/zlib.toml"
mkdir absent
: >absent/libz.so.1
export CC

# squeezes PROGRAM: the program works if zlib is installed.
squeezes()
{
    "$1" >said || fail "$(cat said)"
    says said '^41 bytes squeezed to [0-9]+ by zlib [0-9.]+'
}

# switches NAME DIRECT LAZY: checks two programs.
switches()
{
    squeezes "$2"
    squeezes "$3"
    readelf -d "$2" | grep -q 'NEEDED.*libz\.so\.1' || fail "$1: not linked by default"
    readelf -d "$3" | grep 'NEEDED.*libz' && fail "$1: linked in spite of the option"
    ! LD_LIBRARY_PATH=$PWD/absent "$2" >said 2>&1 || fail "$1: starts without zlib"
    status=0
    LD_LIBRARY_PATH=$PWD/absent "$3" >said 2>&1 || status=$?
    equal "$1 $status" "$1 1"
    says said '^not squeezed: .*libz\.so\.1'
}

# has COMMAND...: all of these are installed.
has()
{
    for command in "$@"; do
        command -v "$command" >/dev/null || {
            missing="${missing-} $command"
            return 1
        }
    done
}

if has meson ninja; then
    for option in '' -Dlazy_zlib=true; do
        { meson setup $option "meson$option" project && ninja -C "meson$option"; } >log 2>&1 ||
            fail "$(cat log)"
    done
    switches meson meson/squeeze meson-Dlazy_zlib=true/squeeze
fi
if has cmake make; then
    for option in '' -DLAZY_ZLIB=ON; do
        { cmake $option -G 'Unix Makefiles' -S project -B "cmake$option" &&
            cmake --build "cmake$option"; } >log 2>&1 || fail "$(cat log)"
    done
    switches cmake cmake/squeeze cmake-DLAZY_ZLIB=ON/squeeze
fi
if has autoreconf automake make; then
    (cd project && autoreconf -i) >log 2>&1 || fail "$(cat log)"
    for option in '' --enable-lazy-zlib; do
        mkdir "autotools$option"
        (cd "autotools$option" && ../project/configure $option && make) >log 2>&1 ||
            fail "$(cat log)"
    done
    switches autotools autotools/squeeze autotools--enable-lazy-zlib/squeeze
fi
[ -z "${missing-}" ] || skip "the others pass; not installed:$missing"
