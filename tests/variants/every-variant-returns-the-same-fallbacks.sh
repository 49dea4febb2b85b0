# A function of each kind (status with a result in an argument, text, setter, number, struct, no result)
# returns the same without its library from the archive, the shared library, a small and a full copy, a
# program linked lazily, a stand-in that is linked, one that `run --lazy` makes, and a copy for Windows.
. "$SOURCE/tests/variants/link.sh"
need_tool

cat >nvrtc.c <<'END2'
#include <stdio.h>
#include <string.h>
int nvrtcVersion(int *, int *), nvrtcGetNumSupportedArchs(int *), nvrtcGetSupportedArchs(int *);
int nvrtcDestroyProgram(void **);
const char *nvrtcGetErrorString(int);
int main(void)
{
    int major = 7, minor = 7, count = 7;
    void *program = &count;
    const char *text = nvrtcGetErrorString(3);

    printf("%d %d", nvrtcVersion(&major, &minor), nvrtcGetNumSupportedArchs(&count));
    printf(" %d %d %d", major, minor, count);
    printf(" %d %s\n", nvrtcDestroyProgram(&program),
           text && (strstr(text, "NVRTC") || strstr(text, "nvrtc")) ? "reason" : "no reason");
    return 0;
}
END2

cat >nccl.c <<'END2'
#include <stdio.h>
#include <string.h>
typedef struct { int nRanks, rank, stride; } ncclTeam_t;
int ncclGetVersion(int *), ncclCommInitAll(void **, int, const int *), ncclLLA2ACalcSlots(int, int);
int ncclTeamRankToWorld(void *, ncclTeam_t, int);
ncclTeam_t ncclTeamWorld(void *);
void ncclResetDebugInit(void);
const char *ncclGetLastError(void *);
int main(void)
{
    int version = 7, all, got = ncclGetVersion(&version);
    void *comm = &version;
    ncclTeam_t team = ncclTeamWorld(0);
    const char *text = ncclGetLastError(0);

    all = ncclCommInitAll(&comm, 1, 0);
    ncclResetDebugInit();
    printf("%d %d %d %d ", got, version, all, comm == 0);
    printf("%d %d %d %d %d %s\n", ncclLLA2ACalcSlots(1, 1), ncclTeamRankToWorld(0, team, 3),
           team.nRanks, team.rank, team.stride,
           text && (strstr(text, "NCCL") || strstr(text, "nccl")) ? "reason" : "no reason");
    return 0;
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
    $CC $library.c "$ARCHIVE" -o program -pthread -ldl
    returns archive ./program
    equal "$(cat $library.first)" "$2"
    $CC $library.c "$SHARED" -o program -Wl,-rpath,"$(dirname "$SHARED")"
    returns 'shared library' ./program
    for search in default full; do
        option="--search $search"
        [ $search = full ] || option=
        "$PYTHON" "$SOURCE/gen" vendor $library $option -o $library-$search >said
        $CC $library.c $library-$search/lazynccl.c -I$library-$search -o program -pthread -ldl
        returns "$search copy" ./program
    done

    mkdir $library
    for function in $(grep -o "$library[A-Z][A-Za-z0-9]*" $library.c | sort -u); do
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
        "$TOOL" run --lazy $library -- ./program
}

library=nccl
variants libnccl.so.2 '2 0 2 1 0 -1 0 0 0 reason'
library=nvrtc
variants libnvrtc.so.13 '11 11 0 0 0 11 reason'

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
