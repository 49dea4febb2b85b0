# Shared by tests of the examples: a copy of them, a header like NCCL's, and checks of programs.
. "$SOURCE/tests/variants/shared.sh" # for tests of other folders
cp -RL "$SOURCE/docs/examples" examples
mkdir include
cat >include/nccl.h <<'END'
typedef enum { ncclSuccess } ncclResult_t;
typedef struct { char internal[128]; } ncclUniqueId;
ncclResult_t ncclGetVersion(int *);
ncclResult_t ncclGetUniqueId(ncclUniqueId *);
const char *ncclGetErrorString(ncclResult_t);
END
export CFLAGS="-I$stage/include"

# works PROGRAM: the program finds NCCL or explains its absence, and neither needs nor exports names
# of a library.
works()
{
    hides "$1"
    ! readelf -d "$1" | grep -Ei 'NEEDED.*(lazynccl|libnccl)' || fail "NEEDED by $1"
    equal "$(LAZYNCCL_LIBPATH=$FAKE "$1")" "NCCL 22809 from $FAKE/libnccl.so.2"
    ! "$1" >said || fail "$(cat said)"
    says said '^NCCL cannot be used: no libnccl\.so\.2 in any search location'
}
