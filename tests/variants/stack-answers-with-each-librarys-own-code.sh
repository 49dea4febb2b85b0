# Without the CUDA stack, calls return the error code of each library and say why, with
# -llazynccl-all, the link names and vendored copies. -llazynccl does not contain these libraries.
all=$BUILD/src/runtime/liblazynccl-all.a source=$SOURCE/tests/variants/stack/absent.c

$CC -Wall -Werror "$source" -I"$BUILD/include" "$all" -ldl -o absent
./absent >said || fail "$(cat said)"
readelf -d absent | grep NEEDED >needed
says_not needed 'lib(cu|nv)'

mkdir link
for name in nccl:liblazynccl cublas:liblazynccl-all; do
    ln -s "$BUILD/src/runtime/${name#*:}.a" link/lib${name%:*}.a
done
for names in "-lnccl -lcublas" "-lcublas -lnccl"; do
    $CC -Wall -Werror "$source" -I"$BUILD/include" -DNCCL -Llink $names -ldl -o linked
    ./linked >said || fail "$names: $(cat said)"
done

for stub in "$SOURCE"/stubs/*.toml; do
    case $stub in
    */nccl_*) ;; # of plugins
    *) set -- "$@" "$stub" ;;
    esac
done
for search in api,env,loaded,partner,wheel,soname full; do
    "$PYTHON" "$SOURCE/gen" vendor "$@" --search $search -o copy
    $CC -std=c11 -Wall -Wextra -Werror -DLAZYNCCL_CUDA_MAJOR=13 "$source" -DNCCL -Icopy copy/lazynccl.c -ldl -o vendored
    ./vendored >said || fail "vendored, $search: $(cat said)"
done

nm "$ARCHIVE" 2>/dev/null | grep -E ' T (cu|nvml)' >found && fail "liblazynccl.a has $(head -n 3 found)"

# A program that calls only NCCL has the same size with both archives.
echo 'int ncclGetVersion(int *); int main(void) { int v; return ncclGetVersion(&v); }' >one.c
for archive in "$ARCHIVE" "$all"; do
    $CC -O2 one.c "$archive" -ldl -o one
    strip one
    wc -c <one
done >sizes
equal "$(sort -u sizes | wc -l)" 1
