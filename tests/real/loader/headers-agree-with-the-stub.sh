# The check file compiles with the release's header, and not with a changed one.
need_release "$1"

case $1 in
*nccl*)
    name=nccl header=nccl.h
    set -- "$1" 's/\(ncclCommCount(const ncclComm_t comm\), int/\1, long/' \
        's/NCCL_UNIQUE_ID_BYTES 128/NCCL_UNIQUE_ID_BYTES 64/' \
        's/ncclSystemError  *=  *2/ncclSystemError = 9/'
    ;;
*nvrtc*)
    name=nvrtc header=nvrtc.h
    set -- "$1" 's/nvrtcGetNumSupportedArchs(int/nvrtcGetNumSupportedArchs(long/' \
        's/NVRTC_ERROR_INTERNAL_ERROR = 11/NVRTC_ERROR_INTERNAL_ERROR = 12/'
    ;;
*)
    name=nvjitlink header=nvJitLink.h
    set -- "$1" 's/uint32_t numOptions/uint64_t numOptions/' \
        's/^ *NVJITLINK_ERROR_INTERNAL/mutant, &/'
    ;;
esac

# check [OPTION...]: compiles the check file. CUDA's wheels define no version in C.
check()
{
    $CC -std=c11 -Wall -Werror -fsyntax-only "$BUILD/src/runtime/$name-check.c" "$@" \
        -DCUDA_VERSION="$(minor "$release" | awk -F. '{ print $1 * 1000 + $2 * 10 }')" \
        $(headers "$release")
}

release=$1
shift
check >said 2>&1 || fail "$(cat said)"

declarations_agree $name $(headers "$release")

for mutation in "$@"; do
    sed "$mutation" "$(include "$release")/$header" >$header
    ! cmp -s $header "$(include "$release")/$header" || fail "$mutation does not apply to $header"
    ! check -I. >said 2>&1 || fail "$mutation was not noticed"
    says said 'conflicting types|static assertion failed'
done
