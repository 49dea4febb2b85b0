# vendor --no-calls: a copy that opens the library when the program asks, and defines none of its functions. A
# program whose pointers have their names, as in CUEW, fills them by lazynccl_symbol().
mkdir lib
cp "$FAKE/libnccl.so.2" lib
fake_library nvrtc 13.4 lib
with_libc >main.c <<'END2'
#include "lazynccl.h"
typedef int tnvrtcVersion(int *, int *);
typedef int tncclGetVersion(int *);
tnvrtcVersion *nvrtcVersion;
tncclGetVersion *ncclGetVersion;
int main(void)
{
    int major = 0, minor = 0, number = 0;
    const char *why = lazynccl_why(lazynccl_nvrtc());
    nvrtcVersion = (tnvrtcVersion *)lazynccl_symbol(lazynccl_nvrtc(), "nvrtcVersion");
    ncclGetVersion = (tncclGetVersion *)lazynccl_symbol(lazynccl_nccl(), "ncclGetVersion");
    if (nvrtcVersion)
        nvrtcVersion(&major, &minor);
    if (ncclGetVersion)
        ncclGetVersion(&number);
    printf("%d.%d %d, has %d %d, %s\n", major, minor, number,
           lazynccl_has(lazynccl_nccl(), "ncclGetVersion"),
           lazynccl_has(lazynccl_nccl(), "ncclNone"), why ? why : "all is there");
    return lazynccl_version(lazynccl_nvrtc()) / 10000;
}
END2
for search in soname api,env,loaded,soname full; do
    "$PYTHON" "$SOURCE/gen" vendor nccl nvrtc --no-calls --search $search -o copy >said
    says copy/lazynccl.h '^/\* lazynccl: the real NCCL and NVRTC, found and opened when the program asks'
    $CC -std=c11 -O2 -Wall -Wextra -Werror -pedantic -c copy/lazynccl.c -o copy.o
    nm copy.o >names
    says_not names ' [TtDdBb] (p?nccl[A-Z]|nvrtc[A-Z]|lazynccl_(slots_|resolve$|first))'
    $CC -Wall -Wextra -Werror -Icopy main.c copy.o -o program -ldl
    exits 13 env LD_LIBRARY_PATH="$PWD/lib" LAZYNCCL_LIBPATH="$PWD/lib" ./program >said
    equal "$(cat said)" '13.4 22809, has 1 0, all is there'
    [ $search != soname ] || continue
    shows '^0\.0 0, has 0 0, NVRTC cannot be used: no libnvrtc\.so\.13' ./program
done
"$PYTHON" "$SOURCE/gen" vendor nccl -o with
"$PYTHON" "$SOURCE/gen" vendor nccl --no-calls -o without
with=$(wc -c <with/lazynccl.c)
[ "$(wc -c <without/lazynccl.c)" -lt $((with * 3 / 4)) ] || fail "no smaller than with calls: $with bytes"
equal "$("$PYTHON" "$SOURCE/gen" vendor --check without | sed 's/ as .*//')" without:

for option in --declare --rust; do
    exits 3 "$PYTHON" "$SOURCE/gen" vendor nccl --no-calls $option -o none >said 2>&1
    equal "$(cat said)" "lazynccl vendor: $option: a copy made with --no-calls has no functions to declare"
done
