# A wheel that calls NCCL through a vendored copy passes auditwheel without --exclude. Nothing is
# grafted, it has a few kilobytes, and only dlopen determines its manylinux tag. If it is linked
# with NCCL, it grows by the size of NCCL.
. "$SOURCE/tests/real/support/wheels.sh"
release=nvidia-nccl-cu13-2.28.9
need_release $release
tools

# newest FILE: prints the newest glibc that a binary needs.
newest()
{
    readelf -VW "$1" | grep -o 'GLIBC_2[0-9.]*' | sort -uV | tail -n 1
}
with_libc >least.c <<'END'
void *least(const char *name) { return dlsym(dlopen(secure_getenv(name), RTLD_NOW), name); }
END
$CC -D_GNU_SOURCE -shared -fPIC least.c -o least.so

for example in wheel-meson wheel-setuptools wheel-cython wheel-pybind11 wheel-nanobind; do
    build_wheel $example $release
    wheel=$(echo $example/dist/*.whl)
    auditwheel show "$wheel" >shown 2>&1 || fail "$(cat shown)"
    says_not shown 'nvidia|nccl\.so|nvrtc|cuda'
    python -m zipfile -e "$wheel" $example/unpacked
    auditwheel repair "$wheel" -w $example/repaired >repaired.log 2>&1 || fail "$(cat repaired.log)"
    repaired=$(echo $example/repaired/*manylinux*.whl)
    equal "$(python -m zipfile -l "$repaired" | awk 'NR > 1 && !/dist-info/ { print $1 }')" \
        "$(cd $example/unpacked && echo nccl_id.*.so)"
    size=$(stat -c %s "$repaired")
    printf '%s: %s bytes\n' "${repaired##*/}" "$size"
    [ "$size" -lt 200000 ] || fail "$repaired has $size bytes"

    python -m zipfile -e "$repaired" $example/repaired
    module=$(echo $example/repaired/nccl_id.*.so)
    case $example in
    *pybind11 | *nanobind) ;; # libstdc++'s headers also need what this machine has
    *) equal "$(newest $module)" "$(newest least.so)" ;;
    esac
    readelf -Wn $module >notes 2>/dev/null || true # does not know this note
    says notes '^ *FDO .*(407c0c0a|FDO_DLOPEN_METADATA)'
    strings -n 8 $module >texts
    says texts '^\[\{"soname":\["libnccl\.so\.2"\],"feature":"nccl"'
    nm -D --defined-only $module | awk '{ print $3 }' | grep -v '^__pyx_' >exported
    equal "$(grep -v '^_Z' exported)" "PyInit_nccl_id"
done

# The same, linked with NCCL.
cp -RL "$SOURCE/docs/examples/wheel-setuptools" linked
mkdir linked/lazynccl
cat >linked/lazynccl/lazynccl.h <<'END'
#define lazynccl_nccl() NULL
#define lazynccl_why(library) "?"
END
: >linked/lazynccl/lazynccl.c
CC=$CC CFLAGS="$(headers $release)" \
    LDFLAGS="-Wl,--no-as-needed,--allow-shlib-undefined $(lib $release)/libnccl.so.2" \
    python -m pip wheel --quiet --no-deps --no-build-isolation ./linked -w linked/dist >linked.log 2>&1 ||
    fail "$(cat linked.log)"
LD_LIBRARY_PATH=$(lib $release) auditwheel repair linked/dist/*.whl -w linked/repaired \
    >linked.log 2>&1 || fail "$(cat linked.log)"
size=$(stat -c %s linked/repaired/*.whl)
printf 'linked with NCCL: %s bytes\n' "$size"
[ "$size" -gt 100000000 ] || fail "only $size bytes"
