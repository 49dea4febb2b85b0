# A small copy of zlib: the instructions of its first call, compared with dlopen and dlvsym of the
# same functions by hand, its size in a program with 1 and 20 functions, and its lines.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/bench/row.sh"
need valgrind size strip
need_tool
export LAZYNCCL_TOOL="$TOOL"

library=$($CC -print-file-name=libz.so.1)
[ "$library" != libz.so.1 ] || skip "libz.so.1 is not installed"
"$PYTHON" "$SOURCE/gen" vendor "$library" -o z >/dev/null
nm -D --defined-only "$library" | awk '$2 == "T" { print $3 }' | sort >names
{
    echo 'static const char *const rows[][2] = {'
    awk -F'@+' '{ printf "    {\"%s\", %s},\n", $1, $2 == "" ? "0" : "\"" $2 "\"" }' names
    echo '};'
} >rows.h
cat >first.c <<'C'
#define _GNU_SOURCE
#include "rows.h"
#include <dlfcn.h>
#include <stdio.h>
#define COUNT (sizeof rows / sizeof *rows)
static void *found[COUNT];
const char *zlibVersion(void);
__attribute__((noinline)) int measured_by_hand(void)
{
    void *handle = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    const char *(*version)(void) = NULL;

    for (unsigned i = 0; handle && i < COUNT; i++)
        found[i] = rows[i][1] ? dlvsym(handle, rows[i][0], rows[i][1]) : dlsym(handle, rows[i][0]);
    if (handle)
        *(void **)&version = dlsym(handle, "zlibVersion");
    return version ? *version() : 0;
}
__attribute__((noinline)) int measured_as_usual(void) { return *zlibVersion(); }
int main(int count, char **words)
{
    (void)words;
    return (count > 1 ? measured_by_hand() : measured_as_usual()) != '1';
}
C
$CC -O2 first.c z/lazynccl.c -o first -ldl

# instructions COMMAND...: the instructions of its first call.
instructions()
{
    valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect='measured_*' "$@" 2>&1 |
        sed -n 's/.*Collected : //p'
}
ours=$(instructions ./first)
by_hand=$(instructions ./first by hand)
ratio=$(echo "$ours $by_hand" | awk '{ printf "%.3f", $1 / $2 }')
row "first call, zlib, small copy: instructions" "$ours, dlopen and dlvsym by hand $by_hand: ratio $ratio" \
    "<= 1.2" below "$ratio" 1.2

# size_of COUNT: makes a program that calls so many functions, linked directly and lazily.
size_of()
{
    sed 's/@.*//' names | head -n "$1" >some
    {
        sed 's/.*/int &(void);/' some
        echo 'int main(int count, char **words) { (void)words; if (count > 9) {'
        sed 's/.*/&();/' some
        echo '} return 0; }'
    } >some.c
    $CC -O2 -fno-builtin -w -c some.c
    "$PYTHON" "$SOURCE/gen" vendor "$library" --only some.o -o few >/dev/null
    $CC some.o "$library" -o direct
    $CC -O2 -fno-asynchronous-unwind-tables some.o few/lazynccl.c -o lazy -ldl
    strip direct lazy
    row "small copy, $1 of zlib's functions" \
        "$(size direct lazy | awk 'NR == 2 { code = $1 } NR == 3 { print $1 - code, "bytes of code and read-only data" }'), file $(($(wc -c <lazy) - $(wc -c <direct))) bytes"
}
size_of 1
size_of 20
lines=$(awk 'FNR == 1 { inside = 0 } / __asm__\($/ { inside = 1 } !inside && NF { lines++ } /^\);$/ { inside = 0 }
    END { print lines }' few/lazynccl.[ch])
row "small copy, lines of C and header for 20 functions" "$lines" "<= 600" below "$lines" 600
