# Without its library, a function of each kind (status with a result in an argument, text, setter, number, struct,
# no result) returns what docs/when-absent.md says, from every variant.
. "$SOURCE/tests/variants/link/shared.sh"
need_tool

cat >nvrtc.c <<'END2'
#include <stdio.h>
#include <string.h>
int nvrtcVersion(int *, int *), nvrtcGetNumSupportedArchs(int *), nvrtcGetSupportedArchs(int *);
int nvrtcDestroyProgram(void **), nvrtcGetPTXSize(void *, size_t *);
int nvrtcCreateProgram(void **, const char *, const char *, int, const char **, const char **);
const char *nvrtcGetErrorString(int);
int main(void)
{
    int major = 7, minor = 7, count = 7;
    size_t size = 7;
    void *program = &count, *made = &count;
    const char *text = nvrtcGetErrorString(3);
    printf("%d %d", nvrtcVersion(&major, &minor), nvrtcGetNumSupportedArchs(&count));
    printf(" %d %d %d", major, minor, count);
    printf(" %d", nvrtcCreateProgram(&made, "", NULL, 0, NULL, NULL));
    printf(" %d", nvrtcGetPTXSize(NULL, &size));
    printf(" %d %d", made == NULL, (int)size);
    printf(" %d %s\n", nvrtcDestroyProgram(&program),
           text && (strstr(text, "NVRTC") || strstr(text, "nvrtc")) ? "reason" : "no reason");
}
END2

with_libc >nvJitLink.c <<'END2'
int __nvJitLinkCreate_13_0(void **, uint32_t, const char **), __nvJitLinkComplete_13_0(void *);
int __nvJitLinkGetLinkedCubinSize_13_0(void *, size_t *);
int main(void)
{
    void *linker = &linker;
    size_t size = 7;
    printf("%d ", __nvJitLinkCreate_13_0(&linker, 0, NULL));
    printf("%d ", __nvJitLinkGetLinkedCubinSize_13_0(NULL, &size));
    printf("%d %d %d\n", __nvJitLinkComplete_13_0(NULL), linker == NULL, (int)size);
}
END2

with_libc >nccl.c <<'END2'
typedef struct { int nRanks, rank, stride; } ncclTeam_t;
typedef struct { char bytes[128]; } ncclUniqueId;
int ncclGetVersion(int *), ncclCommInitAll(void **, int, const int *), ncclLLA2ACalcSlots(int, int);
int ncclTeamRankToWorld(void *, ncclTeam_t, int);
ncclTeam_t ncclTeamWorld(void *);
void ncclResetDebugInit(void);
const char *ncclGetLastError(void *);
int ncclCommUserRank(void *, int *), ncclCommCount(void *, int *);
int ncclCommGetAsyncError(void *, int *), ncclParamGetStr(void *, const char **);
int ncclRedOpCreatePreMulSum(int *, void *, int, int, void *), ncclGetUniqueId(ncclUniqueId *);
int ncclGetPeerDeviceLeInfo(void *, size_t, int, uint32_t *, size_t *);
int main(void)
{
    static ncclUniqueId zero;
    ncclUniqueId id = {"seven"};
    int rank = 7, count = 7, error = 7, operation = 7;
    size_t at = 7;
    uint32_t le = 7;
    const char *parameter = NULL;
    int version = 7, all, got = ncclGetVersion(&version);
    void *comm = &version;
    ncclTeam_t team = ncclTeamWorld(0);
    const char *text = ncclGetLastError(0);
    all = ncclCommInitAll(&comm, 1, 0);
    ncclResetDebugInit();
    printf("%d %d %d %d ", got, version, all, comm == 0);
    printf("%d %d %d ", ncclCommUserRank(NULL, &rank), ncclCommCount(NULL, &count),
           ncclCommGetAsyncError(NULL, &error));
    printf("%d %d ", ncclRedOpCreatePreMulSum(&operation, NULL, 0, 0, NULL), ncclGetUniqueId(&id));
    printf("%d ", ncclGetPeerDeviceLeInfo(NULL, 0, 0, &le, &at));
    printf("%d ", ncclParamGetStr(NULL, &parameter));
    printf("%d %d %d %#x %#x %d ", rank, count, error, operation, le, (int)at);
    printf("%s ", memcmp(&id, &zero, sizeof id) ? "id" : "zeros");
    printf("%s ", parameter && !*parameter ? "empty" : "none");
    printf("%d %d %d %d %d %s\n", ncclLLA2ACalcSlots(1, 1), ncclTeamRankToWorld(0, team, 3),
           team.nRanks, team.rank, team.stride,
           text && (strstr(text, "NCCL") || strstr(text, "nccl")) ? "reason" : "no reason");
}
END2

# returns VARIANT COMMAND...: the program returns what the first variant did.
returns()
{
    variant=$1
    shift
    "$@" >said 2>&1 || fail "$library, $variant: status $?: $(cat said)"
    tr -d '\r' <said >output
    [ -e $library.first ] || cp output $library.first
    cmp output $library.first || fail "$library, $variant: $(cat output), not: $(cat $library.first)"
}

# variants SONAME RESULT: all but Windows, for $library.
variants()
{
    stub=$(echo $library | tr A-Z a-z)
    $CC $library.c "$ARCHIVE" -o program -pthread -ldl
    returns archive ./program
    equal "$(cat $library.first)" "$2"
    $CC $library.c "$SHARED" -o program -Wl,-rpath,"$(dirname "$SHARED")"
    returns 'shared library' ./program
    for search in default full; do
        option="--search $search"
        [ $search = full ] || option=
        "$PYTHON" "$SOURCE/gen" vendor $stub $option -o $library-$search >said
        $CC $library.c $library-$search/lazynccl.c -I$library-$search -o program -pthread -ldl
        returns "$search copy" ./program
    done

    mkdir $library
    for function in $(grep -o "_*$library[A-Z][A-Za-z0-9_]*" $library.c | sort -u); do
        echo "int $function(void) { return 0; }"
    done | $CC -shared -fPIC -x c - -Wl,-soname,"$1" -o $library/lib$library.so
    LAZY_LIBS=$library LAZY_FALLBACKS="$SOURCE/stubs" lazily $CC $library.c -o program -L$library \
        -l$library -Wl,--enable-new-dtags
    loader=$(readelf -p .interp program | sed -n 's/^ *\[ *0\] *//p')
    returns 'lazily linked program' "$loader" --inhibit-cache ./program # this machine may have a CUDA
    "$TOOL" stand-in $library -o lazy >said || fail "$(cat said)"
    $CC $library.c lazy/"$1" -o program -Wl,-rpath,"$PWD/lazy"
    returns stand-in ./program
    $CC $library.c -o program -L$library -l$library
    returns 'run --lazy' env -u LD_LIBRARY_PATH XDG_CACHE_HOME="$stage/cache-of-run" \
        "$TOOL" run --lazy $stub -- ./program
}

library=nccl
variants libnccl.so.2 \
    '2 0 2 1 2 2 2 2 2 2 2 -1 0 2 0x7fffffff 0xffffffff 0 zeros empty 0 -1 0 0 0 reason'
library=nvJitLink
variants libnvJitLink.so.13 '6 6 6 1 0'
library=nvrtc
variants libnvrtc.so.13 '11 11 0 0 0 11 11 1 0 11 reason'

mingw=x86_64-w64-mingw32
command -v wine >/dev/null && command -v $mingw-gcc >/dev/null || exit 0
export HOME="$stage" WINEPREFIX="$stage/wine" WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml='
wine cmd /c exit >said 2>&1 || exit 0
trap 'wineserver -k 2>/dev/null || :; rm -rf "$stage"' EXIT
"$SOURCE/dev" vendor nvrtc --def -o windows >said 2>&1 || fail "$(cat said)"
$mingw-gcc -O2 -c windows/lazynccl.c -o windows.o
$mingw-dlltool -d windows/nvrtc.def -y libnvrtc_lazy.a
$mingw-gcc nvrtc.c windows.o -o program.exe -L. -lnvrtc_lazy -ldelayimp -static-libgcc
returns 'copy for Windows' wine ./program.exe
