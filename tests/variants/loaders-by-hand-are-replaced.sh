# docs/examples/loaders: each program after the change prints what it printed before, with the library,
# without it, and with one that lacks a function; it is shorter, and compiles without warnings.
. "$SOURCE/tests/variants/example.sh"
mkdir -p include/infiniband lib old none
cat >include/nvrtc.h <<'END'
typedef enum { NVRTC_SUCCESS } nvrtcResult;
#ifdef __cplusplus
extern "C" {
#endif
nvrtcResult nvrtcVersion(int *, int *);
const char *nvrtcGetErrorString(nvrtcResult);
#ifdef __cplusplus
}
#endif
END
echo 'typedef enum { NVJITLINK_SUCCESS } nvJitLinkResult;
extern "C" nvJitLinkResult nvJitLinkVersion(unsigned *, unsigned *);' >include/nvJitLink.h
cat >include/infiniband/verbs.h <<'END'
struct ibv_device;
struct ibv_mr;
struct ibv_device **ibv_get_device_list(int *);
void ibv_free_device_list(struct ibv_device **);
struct ibv_mr *ibv_reg_mr_iova2(void *, void *, unsigned long, unsigned long, unsigned);
END
verbs='void *ibv_get_device_list(int *n) { static void *none[1]; *n = 0; return none; }
void ibv_free_device_list(void **list) { (void)list; }'
library lib/libibverbs.so.1 "$verbs void *ibv_reg_mr_iova2(void) { return 0; }"
library old/libibverbs.so.1 "$verbs"
library old/libnvrtc.so.13 'int nvrtcVersion(int *a, int *b) { return *a = *b = 0; }'
cp "$FAKE/libnccl.so.2" lib
for name in libnccl.so.2 libnvrtc.so.12 libnvrtc.so.13 libnvJitLink.so.12 \
    libnvJitLink.so.13 libibverbs.so.1; do
    : >none/$name # a damaged file, because this machine may have a real one
done
fake_library nvrtc 13.0 lib
fake_library nvjitlink 13.0 lib
cp none/libnvJitLink.so.1[23] old

# builds EXAMPLE LANGUAGE [ARGUMENT-OF-VENDOR...]
builds()
{
    example=$1 language=$2
    shift 2
    loader=examples/loaders/$example
    compiler=$CC
    [ "$language" = c ] || compiler=$CXX
    "$SOURCE/dev" vendor "$@" -o "$loader" >said 2>&1 || fail "$(cat said)"
    $CC -std=c11 -Wall -Wextra -Werror -c "$loader/lazynccl.c" -o copy.o
    $compiler -Wall -Wextra -Werror -Iinclude "$loader/before.$language" -o "$example-before" -ldl
    $compiler -Wall -Wextra -Werror -Iinclude -I"$loader" "$loader/after.$language" copy.o \
        -o "$example-after" -ldl
    before=$(wc -l <"$loader/before.$language")
    after=$(wc -l <"$loader/after.$language")
    echo "$example: $before lines, then $after"
    [ "$after" -lt "$before" ] || fail "$example: not shorter"
}

# prints FOLDER PROGRAM TEXT: the program prints a line that begins so (a pattern), with the libraries there.
prints()
{
    printed=$(LD_LIBRARY_PATH=$stage/$1 LAZYNCCL_SEARCH=env LAZYNCCL_LIBPATH="$stage/$1" "./$2" 2>&1) || :
    case $printed in
    $3*) ;;
    *) fail "$2 in $1: '$printed' instead of '$3'" ;;
    esac
}
builds table c nccl --only ncclGetVersion,ncclGetUniqueId,ncclGetErrorString
builds class cc nvrtc --only nvrtcVersion,nvrtcGetErrorString
builds feature c "$stage/lib/libibverbs.so.1" \
    --complete --only ibv_get_device_list,ibv_free_device_list,ibv_reg_mr_iova2
for when in before after; do
    prints lib table-$when 'NCCL 22809'
    prints none table-$when 'cannot load NCCL: '
    equal "$(./table-$when "$FAKE/libnccl.so.2")" 'NCCL 22809'
    prints lib class-$when 'NVRTC 13.0'
    prints none class-$when 'no NVRTC: '
    prints old class-$when 'this NVRTC lacks nvrtcGetErrorString'
    prints lib feature-$when 'RDMA devices: 0'
    prints none feature-$when "RDMA is off: *$stage/none/libibverbs.so.1: file too short"
    prints old feature-$when 'RDMA is off: *ibv_reg_mr_iova2'
done
builds exception cc nvrtc nvjitlink --only nvrtcVersion,nvJitLinkVersion
for when in before after; do
    prints lib exception-$when 'NVRTC 13.0, nvJitLink 13.0'
    prints none exception-$when 'nvrtcVersion: '
    prints old exception-$when 'nvJitLinkVersion: '
done
