# A tracing stand-in passes arguments and results of every kind, in first and later calls, and each
# check of the tests of stand-ins succeeds in a process of its own, with trace.
. "$SOURCE/tests/variants/abi/shared.sh"
here=$SOURCE/tests/standin
mkdir real traces
sed "s/global: corner_\*/global: corner_[abcefilmnopqrstvw]*; corner_self/" "$here/corner.map" >corner.map
$CC -O1 -fPIC -shared "$here/corner.c" -o real/libnccl.so.2 -Wl,-soname,libnccl.so.2 \
    -Wl,--version-script=corner.map,--exclude-libs=ALL
$CXX -O1 "$here/corner-calls.cc" -o calls real/libnccl.so.2 -pthread -ldl
export LD_LIBRARY_PATH="$stage/real" LAZYNCCL_LIBPATH="$stage/real" XDG_CACHE_HOME="$stage/cache" LAZYNCCL_SEARCH=env
for check in $(./calls); do
    ./calls "$check" >said 2>&1 || continue # the library's name differs here
    "$TOOL" run --lazy nccl --trace "traces/$check" -- ./calls "$check" >said 2>&1 || fail "$check: $(cat said)"
    "$TOOL" trace "traces/$check" >said 2>&1 || true
    says said ' records?'
    echo "$check"
done >made
[ "$(wc -l <made)" -ge 5 ] || fail "only these were made: $(cat made)"

abi_soname=libnccl.so.2
abi_library $CC $abi_wide
$CC -w $abi_wide -DNO_STUB "$abi/program.c" -o program lib/libnccl.so.2
abi_passes "$TOOL" run --lazy nccl --trace kinds -- ./program
rings=$(grep -lF "$stage/kinds" /dev/shm/lazynccl-*/* | wc -l)
[ "$rings" -gt 20 ] || fail "no traces: $(ls kinds)"

# the small stack of a thread is enough, errno is kept, and so are the arguments on other machines
cat >library.c <<'C'
#include <errno.h>
typedef struct { char internal[128]; } id;
int ncclCommInitRank(void **comm, int ranks, id id, int rank)
{
    int sum = 0;
    for (int i = 0; i < 128; i++)
        sum += id.internal[i] == (char)i;
    *comm = (void *)0x7000;
    return ranks == 3 && rank == 2 && sum == 128 && errno == 99 ? 0 : 4;
}
int ncclReduce(const void *from, void *to, unsigned long count, int type, int operation, int root, void *comm, void *stream)
{
    return from == (void *)1 && to == (void *)2 && count == 3 && type == 4 && operation == 5 && root == 6 &&
                   comm == (void *)0x7000 && stream == (void *)8 && errno == 99 ? 0 : 4;
}
const char *ncclGetErrorString(int code)
{
    return code == 3 ? "three" : "other";
}
C
with_libc >program.c <<'C'
typedef struct { char internal[128]; } id;
int ncclCommInitRank(void **comm, int ranks, id id, int rank);
int ncclReduce(const void *, void *, unsigned long, int, int, int, void *, void *);
const char *ncclGetErrorString(int);
static void *call(void *first)
{
    void *comm = 0;
    id id;
    for (int i = 0; i < 128; i++)
        id.internal[i] = (char)i;
    for (int i = 0; i < 3; i++) {
        errno = 99;
        if (ncclCommInitRank(&comm, 3, id, 2) || comm != (void *)0x7000 ||
            ncclReduce((void *)1, (void *)2, 3, 4, 5, 6, comm, (void *)8) || errno != 99)
            return first;
        if (strcmp(ncclGetErrorString(3), "three"))
            return first;
    }
    return NULL;
}
int main(void)
{
    pthread_attr_t attributes;
    pthread_t thread;
    void *result;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 32768);
    if (call("first"))
        return 1;
    pthread_create(&thread, &attributes, call, "thread");
    pthread_join(thread, &result);
    return result != NULL;
}
C
machine() # COMPILER RUNNER...
{
    compiler=$1
    shift
    rm -rf own traced
    remove_rings
    mkdir own
    $compiler -O1 -w -fPIC -shared library.c -o own/libnccl.so.2 -Wl,-soname,libnccl.so.2
    $compiler -O1 -w program.c -o program own/libnccl.so.2 -pthread
    # a stand-in for another machine cannot be run by `run`, which makes it all the same
    LAZYNCCL_LIBPATH=$stage/own XDG_CACHE_HOME=$stage/other \
        "$TOOL" run --lazy nccl --trace traced -- true || fail 'run true'
    traced=$(find other -name libnccl.so.2 -newer program -type f | head -n 1)
    [ -n "$traced" ] || fail "no stand-in for $compiler"
    LD_LIBRARY_PATH=$stage/${traced%/*} LAZYNCCL_LIBPATH=$stage/own LAZYNCCL_TRACE=$stage/traced "$@" ./program ||
        fail "$compiler: a call is not as it was"
    "$TOOL" trace traced -v >said || true
    equal "$(grep -c 'ncclReduce(size_t 3, ncclDataType_t 4, ncclRedOp_t 5, int 6, ncclComm_t 0x7000)' said)" 6
    equal "$(grep -c 'ncclCommInitRank returned 0' said)" 6
    equal "$(grep -c 'ncclGetErrorString(ncclResult_t 3)' said)" 6
    equal "$(grep -c '  thread [12]: 12 ' said)" 2
}
# an exception of the library passes through a trampoline that records the return
mkdir cxx
echo 'extern "C" int ncclCommDestroy(void *comm) { if (comm) throw 7; return 0; }' >cxx.cc
$CXX -O1 -fPIC -shared cxx.cc -o cxx/libnccl.so.2 -Wl,-soname,libnccl.so.2
cat >catches.cc <<'C'
extern "C" int ncclCommDestroy(void *comm);
int main()
{
    int caught = 0;
    for (int i = 0; i < 3; i++)
        try {
            ncclCommDestroy(&caught);
        } catch (int thrown) {
            caught += thrown;
        }
    return caught != 21 || ncclCommDestroy(nullptr);
}
C
$CXX -O1 catches.cc -o catches cxx/libnccl.so.2
LD_LIBRARY_PATH=$stage/cxx LAZYNCCL_LIBPATH=$stage/cxx \
    "$TOOL" run --lazy nccl --trace thrown -- ./catches || fail 'an exception was not caught'
"$TOOL" trace -v thrown >said || true
equal "$(grep -c ' ncclCommDestroy(' said)" 4
equal "$(grep -c 'ncclCommDestroy returned 0' said)" 1

LAZYNCCL_SEARCH=env,system
export LAZYNCCL_SEARCH
machine "$CC"
for other in aarch64 riscv64; do
    [ "$(uname -m)" != $other ] && [ -f "$BUILD/src/standin/template/template-$other" ] &&
        command -v qemu-$other >/dev/null || continue
    machine $other-linux-gnu-gcc qemu-$other -L /usr/$other-linux-gnu
done
