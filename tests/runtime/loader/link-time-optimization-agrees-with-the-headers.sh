# With link-time optimization, the compiler finds no mismatch between NVIDIA's prototypes and the
# archive's.
need gcc gcc-ar
IFS='
' # the compiler reports no mismatch in system headers
set -- $(echo "$VENDOR" | sed 's/^-isystem$/-I/')
unset IFS

cat >headers.h <<'C'
#include <nccl.h>
#include <nvrtc.h>
#include <nvJitLink.h>
C
gcc "$@" -E headers.h >declared 2>errors || skip "no NVIDIA headers: $(head -n 1 errors)"
grep -oE '[_a-zA-Z0-9]+' declared | sort -u >words
sed -n 's/^    \([a-zA-Z_0-9]*\);$/\1/p' "$BUILD/src/runtime/lazynccl.map" | sort | comm -12 - words >names
[ "$(wc -l <names)" -gt 100 ] || fail "only $(wc -l <names) functions are declared"

{
    echo '#include "headers.h"'
    echo 'void (*volatile all[])(void) = {'
    sed 's/.*/    (void (*)(void))&,/' names
    echo '};'
    echo 'int main(void)'
    echo '{'
    echo '    int count = 0;'
    echo '    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)'
    echo '        count += all[i] != 0;'
    echo '    return count == 0;'
    echo '}'
} >program.c
share_archive lto.a gcc -flto -O2
# the headers mark some of their functions as deprecated
gcc "$@" -flto=2 -O2 -Wlto-type-mismatch -Werror -Wno-deprecated-declarations program.c lto.a \
    -o program
./program
