# Each of a thousand trampolines calls its own function, on this machine and on aarch64, because the
# code of a trampoline depends on the addresses of the trampoline and its slot.
i=0
: >functions.h
while [ $i -lt 1000 ]; do
    echo "X($i)"
    i=$((i + 1))
done >functions.h
cat >library.c <<'END'
#define X(i) int function_##i(long a, double b) { return (int)(a + b) + i; }
#include "functions.h"
END
cat >calls.c <<'END'
#include <dlfcn.h>
#include <stdio.h>
#define X(i) int function_##i(long a, double b);
#include "functions.h"
#undef X
int main(void)
{
    int wrong = 0;
#define X(i) wrong += function_##i(100, 10.5) != i + 110;
#include "functions.h"
#undef X
#define X(i) wrong += function_##i(100, 10.5) != i + 110; /* from the slot now */
#include "functions.h"
    return wrong != 0;
}
END
# thousand NAME COMPILER RUNNER...
thousand()
{
    folder=$1 compiler=$2
    shift 2
    mkdir -p "$folder/real"
    $compiler -O1 -fPIC -shared library.c -o "$folder/real/libmany.so.1" -Wl,-soname,libmany.so.1
    "$TOOL" stand-in "$folder/real/libmany.so.1" -o "$folder/lazy" >said || fail "$(cat said)"
    $compiler -O1 calls.c -o "$folder/calls" "$folder/lazy/libmany.so.1"
    LD_LIBRARY_PATH=$PWD/$folder/lazy LAZYNCCL_LIBPATH=$PWD/$folder/real "$@" "$folder/calls" ||
        fail "$folder: a function is not its own"
}
thousand here "$CC" env
if command -v aarch64-linux-gnu-gcc >/dev/null && command -v qemu-aarch64 >/dev/null; then
    thousand aarch64 aarch64-linux-gnu-gcc qemu-aarch64 -L /usr/aarch64-linux-gnu \
        -E LD_LIBRARY_PATH="$PWD/aarch64/lazy" -E LAZYNCCL_LIBPATH="$PWD/aarch64/real"
fi
