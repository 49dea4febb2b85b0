# A function of each kind (status with a result in an argument, text, setter) returns the same without
# its library from the archive, the shared library, a small and a full copy, a program linked lazily, a
# stand-in that is linked, one that `run --lazy` makes, and a copy for Windows.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/variants/link.sh"
need_tool

cat >program.c <<'END2'
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

# returns VARIANT COMMAND...: the program returns what the first variant did.
returns()
{
    variant=$1
    shift
    "$@" >said 2>&1 || fail "$variant: status $?: $(cat said)"
    tr -d '\r' <said >output
    [ -e first ] || cp output first
    [ "$(cat output)" = "$(cat first)" ] || fail "$variant: $(cat output), not: $(cat first)"
}

$CC program.c "$ARCHIVE" -o program -pthread -ldl
returns archive ./program
equal "$(cat first)" '11 11 0 0 0 11 reason'
$CC program.c "$SHARED" -o program -Wl,-rpath,"$(dirname "$SHARED")"
returns 'shared library' ./program
for search in default full; do
    option="--search $search"
    [ $search = full ] || option=
    "$PYTHON" "$SOURCE/gen" vendor nvrtc $option -o $search >said
    $CC program.c $search/lazynccl.c -I$search -o program -pthread -ldl
    returns "$search copy" ./program
done

mkdir real
for function in $(grep -o 'nvrtc[A-Za-z]*' program.c | sort -u); do
    echo "int $function(void) { return 0; }"
done | $CC -shared -fPIC -x c - -Wl,-soname,libnvrtc.so.13 -o real/libnvrtc.so
LAZY_LIBS=nvrtc LAZY_FALLBACKS="$SOURCE/stubs" lazily $CC program.c -o program -Lreal -lnvrtc \
    -Wl,--enable-new-dtags
loader=$(readelf -p .interp program | sed -n 's/^ *\[ *0\] *//p')
returns 'lazily linked program' "$loader" --inhibit-cache ./program # this machine may have a CUDA
"$TOOL" stand-in nvrtc -o lazy >said || fail "$(cat said)"
$CC program.c lazy/libnvrtc.so.13 -o program -Wl,-rpath,"$PWD/lazy"
returns stand-in ./program
$CC program.c -o program -Lreal -lnvrtc
unset LD_LIBRARY_PATH
returns 'run --lazy' env XDG_CACHE_HOME="$stage/cache-of-run" "$TOOL" run --lazy nvrtc -- ./program

mingw=x86_64-w64-mingw32
command -v wine >/dev/null && command -v $mingw-gcc >/dev/null || exit 0
export HOME="$stage" WINEPREFIX="$stage/wine" WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml='
wine cmd /c exit >said 2>&1 || exit 0
trap 'wineserver -k 2>/dev/null || :; rm -rf "$stage"' EXIT
"$SOURCE/dev" vendor nvrtc --def -o windows >said 2>&1 || fail "$(cat said)"
$mingw-gcc -O2 -c windows/lazynccl.c -o windows.o
$mingw-dlltool -d windows/nvrtc.def -y libnvrtc_lazy.a
$mingw-gcc program.c windows.o -o program.exe -L. -lnvrtc_lazy -ldelayimp -static-libgcc
returns 'copy for Windows' wine ./program.exe
