# If the library is absent, each function of its stand-in returns and writes the same as in the
# archive. The fallbacks of the archive are typed C, those of a stand-in are data. Tested on this
# machine, and on each machine that has a compiler and an emulator here. libcudart and libnvshmem_host have no stand-in.
export SOURCE
loose='-w -Wno-int-conversion' # calls pass numbers, also for pointers
lists() # STUB: its SONAMEs, or one if they do not differ by CUDA major
{
    sed -n 's/^sonames = \[\(.*\)\]/\1/p' "$1" | tr -d '",'
}
# every_function STUB SONAME COMPILER [RUNNER...]: tests a stand-in made from a library with all
# functions of the stub.
every_function()
{
    stub=$1 soname=$2 compiler=$3
    shift 3
    "$PYTHON" -B "$SOURCE/tests/standin/answers.py" "$stub" "$soname" >calls.c
    $CC $loose calls.c "${ARCHIVE%.a}-all.a" -ldl -o by-archive
    ./by-archive >expected
    [ "$(wc -l <expected)" -gt 10 ] || fail "$soname: only $(wc -l <expected) functions"
    sed -n 's/^.*[ *]\([A-Za-z_]*[A-Za-z0-9_]*\)(.*);$/void \1(void) {}/p' calls.c |
        grep -v '(void) {}.*;' | grep -F "$(sed 's/ .*//' expected)" | sort -u >all.c
    rm -rf real lazy
    mkdir real
    versioned=
    grep -q '^versioned = true' "$stub" && versioned=-Wl,--default-symver
    $compiler $loose -fno-builtin -fPIC -shared all.c -o "real/$soname" -Wl,-soname,"$soname" $versioned
    "$TOOL" stand-in "real/$soname" -o lazy >said || fail "$(cat said)"
    $compiler $loose -fno-builtin calls.c "lazy/$soname" -o by-standin -Wl,-rpath,"$PWD/lazy"
    "$@" ./by-standin >got || fail "$soname: status $?: $(tail -1 got)"
    cmp expected got || fail "$soname: $(diff expected got | head -4)"
}
for stub in "$SOURCE"/stubs/*.toml; do
    case $stub in *_net.toml | */cudart.toml | */nvshmem.toml) continue ;; esac
    ! is_brief || [ "${stub##*/}" = nccl.toml ] || [ "${stub##*/}" = nvjitlink.toml ] || continue
    for soname in $(lists "$stub"); do
        case $soname in *.so.11*) continue ;; esac
        every_function "$stub" "$soname" "$CC" env
        [ "$soname" = libnccl.so.2 ] || continue
        for machine in aarch64 riscv64; do
            [ -f "$BUILD/src/standin/template/template-$machine" ] && command -v qemu-$machine >/dev/null ||
                continue
            every_function "$stub" "$soname" $machine-linux-gnu-gcc \
                qemu-$machine -L /usr/$machine-linux-gnu
        done
    done
done
