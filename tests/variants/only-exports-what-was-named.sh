# A copy with -DLAZYNCCL_EXPORTED and --only exports the functions that were named. Those that the
# copy itself needs, for the library's version or its family, are hidden.

# exports NAMES VENDOR-OPTION...
exports()
{
    names=$1
    shift
    for search in soname full; do
        "$PYTHON" "$SOURCE/gen" vendor "$@" --search $search -o copy >/dev/null
        $CC -std=c11 -DLAZYNCCL_EXPORTED -fPIC -shared copy/lazynccl.c -o libstub.so -ldl
        equal "$(nm -D --defined-only libstub.so | cut -d' ' -f3 | tr '\n' ' ')" "$names "
    done
}
exports cudaMalloc cudart --cuda 13 --only cudaMalloc
exports 'cudaMalloc cudaRuntimeGetVersion' cudart --cuda 13 --only cudaMalloc,cudaRuntimeGetVersion

# All names of a function of a suffix family.
"$PYTHON" "$SOURCE/gen" vendor nvjitlink --only __nvJitLinkComplete_12_4 -o copy >/dev/null
$CC -std=c11 -DLAZYNCCL_EXPORTED -fPIC -shared copy/lazynccl.c -o libstub.so -ldl
nm -D --defined-only libstub.so | cut -d' ' -f3 >names
says names '^__nvJitLinkComplete_12_4$'
! grep -v '^\(__\)\{0,1\}nvJitLinkComplete' names || fail "more than that function"
